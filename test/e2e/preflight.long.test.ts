/** The look before every start, through the command: a login, a program, a provider that are missing, and come. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../wait.ts";
import { aProject, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

const TASKS = ["a", "b", "c", "d"];

/** As Claude Code does: it says whether it is logged in, and prints its stream. */
const CLAUDE = `#!/bin/sh
if [ "$1" = auth ]; then
  echo asked >> "$HOME/asked"
  echo '{ "loggedIn": false }'; exit 1
fi
cat > /dev/null &
echo '{"type":"system","subtype":"init","session_id":"00000000-0000-4000-8000-000000000001","model":"m"}'
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"{\\"status\\":\\"done\\"}","structured_output":{"status":"done"},"session_id":"00000000-0000-4000-8000-000000000001","total_cost_usd":0.01,"usage":{"input_tokens":1,"output_tokens":1}}'
`;

function withClaude(base: string, more = ""): TestProject {
  const project = aProject({ "plan.yaml": planOf(...TASKS), "bin/claude": CLAUDE });
  const claude = join(project.dir, "bin/claude");
  chmodSync(claude, 0o755);
  mkdirSync(join(project.dir, "home/.claude"), { recursive: true });
  const env = `env: { HOME: ${join(project.dir, "home")}, ANTHROPIC_BASE_URL: "${base}" }`;
  const agent = `{ adapter: claude, command: [${claude}], ${env} }`;
  project.write(
    "reeve.yaml",
    `isolation: none\nmax_parallel: 4\nagents: { one: ${agent}, two: ${agent} }\ndefault_agent: one\n${more}`,
  );
  return project;
}

async function aModel(port = 0): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("a missing login is one question for all tasks of its account, and the run continues when somebody logs in", async () => {
  const project = withClaude((await aModel()).url);
  const running = project.start("run", "plan.yaml", "--wait");
  await until("the question", () => project.reeve("questions").out.includes("not logged in"));
  expect(ofType(eventsOf(project), "question_asked").length).toBe(1);
  const status = project.reeve("status").out;
  expect(status).toMatch(/4 tasks? wait/);
  expect(ofType(eventsOf(project), "restart_scheduled")).toEqual([]);
  expect(ofType(eventsOf(project), "attempt_started")).toEqual([]);
  writeFileSync(join(project.dir, "home/.claude/.credentials.json"), "{}");
  expect((await running.ended).code).toBe(0);
  const done = ofType(eventsOf(project), "task_done").map(({ task }) => task);
  expect(done.toSorted()).toEqual(TASKS);
});

test("a login that goes while the run works is met by the next start, asked about once, and answered by a retry", async () => {
  const project = withClaude(
    (await aModel()).url,
    "policies: { worker: { restarts: 0, within_s: 60, backoff: none } }\n",
  );
  project.write("home/.claude/.credentials.json", "{}");
  // The first agent logs itself out, and takes its time so that the look of its start is no longer fresh.
  project.write(
    "bin/claude",
    CLAUDE.replace("cat > /dev/null &", 'rm -f "$HOME/.claude/.credentials.json"; sleep 6; cat > /dev/null &'),
  );
  project.write("reeve.yaml", project.read("reeve.yaml").replace("max_parallel: 4", "max_parallel: 1"));
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  const first = eventsOf(project);
  expect(ofType(first, "task_done").length).toBe(1);
  expect(ofType(first, "question_asked").length).toBe(1);
  expect(ofType(first, "restart_scheduled")).toEqual([]);
  const waiting = TASKS.find((task) => !ofType(first, "task_done").some((done) => done.task === task)) ?? "";
  expect(project.reeve("why", waiting).out).toContain("not logged in");
  project.write("bin/claude", CLAUDE);
  project.write("home/.claude/.credentials.json", "{}");
  expect(project.reeve("retry", waiting, "--because", "logged in again").code).toBe(0);
  expect(project.reeve("run", "plan.yaml").code).toBe(0);
});

test("a provider that cannot be reached starts nothing, costs nobody anything, and is waited for", async () => {
  const gone = await aModel();
  const { port } = gone.server.address() as AddressInfo;
  await new Promise((resolve) => gone.server.close(resolve));
  const project = withClaude(gone.url);
  project.write("home/.claude/.credentials.json", "{}");
  const running = project.start("run", "plan.yaml");
  await until("the hold", () => project.reeve("status").out.includes("ECONNREFUSED"));
  await aModel(port);
  expect((await running.ended).code).toBe(0);
  const events = eventsOf(project);
  expect(ofType(events, "restart_scheduled")).toEqual([]);
  expect(ofType(events, "question_asked")).toEqual([]);
  expect(ofType(events, "endpoint_held")[0]?.agents).toEqual(["one", "two"]);
});
