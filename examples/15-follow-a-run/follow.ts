/** Starts a run, follows it from record to record, answers what it asks, and reads on after a break where it was. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineFleet, formatMistake, openProject, ReeveError, type RunRecord } from "reeve";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const fleet = defineFleet({
  config: "isolation: none\nagents: { scripted: { adapter: scripted, script: agents.yaml } }",
  plan: `title: Prices
tasks:
  - { id: page, prompt: Write the page. }
  - { id: prices, prompt: Show the prices. }
  - { id: ship, depends_on: [page, prices], prompt: Write the release notes. }`,
});
if (!fleet.ok) throw new Error(fleet.mistakes.map(formatMistake).join("\n"));

const dir = mkdtempSync(join(tmpdir(), "reeve-follow-"));
cpSync(join(import.meta.dirname, "agents.yaml"), join(dir, "agents.yaml"));
try {
  const project = openProject(dir);
  // `wait`: stay while only a person can help, because this program answers.
  const run = await project.start(fleet.value, { wait: true, signal: AbortSignal.timeout(300_000) });

  let seq = 0;
  for await (const record of run.events()) {
    seq = record.seq;
    if (record.events.some(({ type }) => type === "question_asked")) break;
  }
  const [asked] = await run.questions();
  say(`${asked?.question.id} asks: ${asked?.question.text ?? "?"}`);

  // Whatever can go wrong has a code, a sentence and what to do.
  await run.answer("q1", "7").catch((error: unknown) => {
    if (!(error instanceof ReeveError)) throw error;
    say(`${error.code}: ${error.next}`);
  });
  await run.answer("q1", "1");

  // Another process could do this: any run can be opened by its name, and followed from any record.
  const again = await project.run(run.id);
  for await (const record of again.events({ from: seq + 1 })) tell(record);
  const { type } = await run.finished;
  const { counts, total } = await run.view();
  say(`${run.id} ${type}: ${counts.done} of ${total} tasks are done`);

  await project.run("r9").catch((error: unknown) => say(error instanceof ReeveError ? error.code : "?"));
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function tell({ events }: RunRecord): void {
  for (const event of events) if (event.type === "task_done") say(`${event.task} is done`);
}
