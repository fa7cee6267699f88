/** `reeve parked` over real parked refs: what a person sees, and that only the branch they asked for appears. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { because } from "../../src/domain/because.ts";
import type { Event } from "../../src/engine/event.ts";
import { becauseSentence } from "../../src/engine/wording/because-words.ts";
import { openRuns } from "../../src/journal/open-runs.ts";
import type { Rules } from "../../src/journal/rules.ts";
import type { Io } from "../../src/views/cli/io.ts";
import {
  listParkedCommand,
  type ParkedOptions,
  restoreParkedCommand,
  showParkedCommand,
} from "../../src/views/cli/machine/parked.ts";
import { HygieneLab } from "./hygiene-lab.ts";

/** Two attempts of `api` in r1 and one of `docs/guide` in r2, each with its own file. */
function parkedLab(): HygieneLab {
  const lab = new HygieneLab();
  park(lab, "r1/api/1", "Discarded: The API", "first.txt", 1);
  park(lab, "r1/api/2", "Discarded: The API", "second.txt", 2);
  park(lab, "r2/docs/guide/2", "Parked by clean", "guide \u001b[31m.txt", 3);
  return lab;
}

function park(lab: HygieneLab, name: string, subject: string, file: string, order: number): void {
  const { git, write } = lab.repository;
  git("checkout", "--quiet", "--detach");
  write(file, "one\ntwo\n");
  write("README.md", "# Another\n");
  git("add", "--all");
  git("-c", `user.name=${order}`, "commit", "--quiet", "--message", subject);
  git("update-ref", `refs/reeve/parked/${name}`, "HEAD");
  git("checkout", "--quiet", "main");
}

type Command = (io: Io) => Promise<number>;

async function said(lab: HygieneLab, command: Command): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ["", ""];
  const io = { cwd: lab.repository.dir, out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await command(io as unknown as Io);
  return { code, out, err };
}

const list =
  (options: ParkedOptions = {}): Command =>
  (io) =>
    listParkedCommand(io, options);
const show =
  (name: string, options: ParkedOptions = {}): Command =>
  (io) =>
    showParkedCommand(io, name, options);
const restore =
  (name: string, options: ParkedOptions = {}): Command =>
  (io) =>
    restoreParkedCommand(io, name, options);

test("it lists what, when, how much and why; with --json the same as data", async () => {
  const lab = parkedLab();
  const { out, code } = await said(lab, list());
  expect(code).toBe(0);
  expect(out).toMatch(/^r1\/api\/1 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}2 files, \+3 −1\n {4}Discarded: The API$/m);
  const json = (await said(lab, list({ json: true }))).out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(json.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
    { name: "r1/api/1", run: "r1", task: "api", attempt: 1, files: 2, added: 3, removed: 1, why: "Discarded: The API" },
    { name: "r1/api/2", run: "r1", task: "api", attempt: 2 },
    { name: "r2/docs/guide/2", run: "r2", task: "docs/guide", attempt: 2 },
  ]);
  expect((await said(lab, list({ run: "r2" }))).out).not.toContain("r1/");
  expect((await said(new HygieneLab(), list())).out).toBe("No work is parked.\n");
});

test("why it was parked is told from the journal where there is one", async () => {
  const lab = parkedLab();
  const event = (type: string, more: object): Event => ({ type, attempt: "api.2", ...more }) as unknown as Event;
  await writeJournal(lab, [
    event("attempt_started", {
      briefing: { restart: { because: because("person", { why: "wrong way" }), reached: null } },
    }),
    event("attempt_up", { parked: "refs/reeve/parked/r1/api/1" }),
  ]);
  const works = (await said(lab, list({ json: true }))).out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(works.find((work) => work.name === "r1/api/1").why).toBe(
    becauseSentence(because("person", { why: "wrong way" })),
  );
  expect(works.find((work) => work.name === "r1/api/2").why).toBe("Discarded: The API");
});

/** A journal of r1 with one record of these events. */
async function writeJournal(lab: HygieneLab, events: readonly Event[]): Promise<void> {
  rmSync(lab.path("runs"), { recursive: true });
  const fold = { stateVersion: 1, initial: () => 0, evolve: () => {}, thaw: () => 0, freeze: () => 0 };
  const decide = { step: () => ({ events, answer: null }), answer: () => null, react: () => [] };
  const rules: Rules<number, object, Event, never, null> = { ...fold, ...decide };
  const runs = openRuns(lab);
  const lease = await runs.lease("r1");
  if ("heldBy" in lease) throw new Error("a new run is held");
  const run = await runs.open(lease, { rules, now: () => 1, dice: () => 0 });
  await run.submit({});
  await run.close();
  await lease.release();
}

test("it shows files, or every line, with nothing a terminal would obey", async () => {
  const lab = parkedLab();
  const stat = await said(lab, show("r1/api/2"));
  expect(stat.out).toMatch(/second\.txt +\| +2 \+\+/);
  const patch = await said(lab, show("docs/guide", { patch: true }));
  expect(patch.out).toContain("+two");
  expect(patch.out).not.toContain("\u001b");
  expect(JSON.parse((await said(lab, show("api/1", { json: true, patch: true }))).out)).toMatchObject({
    name: "r1/api/1",
    patch: expect.stringContaining("first.txt"),
  });
});

test("a name may be shortened while it means one thing; otherwise it says what there is", async () => {
  const lab = parkedLab();
  for (const name of ["r2", "docs/guide", "guide/2", "refs/reeve/parked/r2/docs/guide/2", "r2/docs/guide/2/"])
    expect((await said(lab, show(name))).code).toBe(0);
  expect(await said(lab, show("api"))).toMatchObject({
    code: 2,
    // Newest first; the two may be of one second.
    err: expect.stringMatching(
      /^reeve: api may mean r1\/api\/[12], r1\/api\/[12]; give enough of the name to tell which.\n$/,
    ),
  });
  const wrong = await said(lab, show("ap"));
  expect(wrong.code).toBe(2);
  expect(wrong.err).toMatch(/^reeve: Nothing is parked under ap\. There is: .*r1\/api\/1/);
  expect((await said(new HygieneLab(), restore("api"))).err).toMatch(/no work is parked at all/);
});

test("restoring makes a branch and changes nothing else; the work stays parked", async () => {
  const lab = parkedLab();
  const [before, parked] = [lab.fingerprint(), lab.refs("refs/reeve/parked")];
  const { out, code } = await said(lab, restore("api/2"));
  expect(code).toBe(0);
  expect(out).toContain("git log -p reeve/restored/r1/api-2");
  const { git } = lab.repository;
  expect(git("rev-parse", "reeve/restored/r1/api-2")).toBe(git("rev-parse", "refs/reeve/parked/r1/api/2"));
  expect(lab.fingerprint()).toBe(before);
  expect(lab.refs("refs/reeve/parked")).toEqual(parked);
});

test("a branch that exists is never overwritten, and no odd name gets through", async () => {
  const lab = parkedLab();
  const main = lab.repository.git("rev-parse", "main");
  const taken = await said(lab, restore("api/2", { branch: "main" }));
  expect(taken).toMatchObject({ code: 2, err: expect.stringMatching(/The branch main already exists.*--branch\.\n$/) });
  expect(lab.repository.git("rev-parse", "main")).toBe(main);
  for (const branch of ["-f", "a..b", "", "x/../y", "HEAD.lock"]) {
    const { code, err } = await said(lab, restore("api/2", { branch }));
    expect({ branch, code, err }).toMatchObject({ code: 2, err: expect.stringContaining("not a valid branch name") });
  }
  expect((await said(lab, restore("api/2", { branch: "mine/again", json: true }))).code).toBe(0);
  expect(lab.branches()).toEqual(["main", "mine/again", "reeve/r1/integration"]);
});
