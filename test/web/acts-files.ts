/** A run in which everything can be ordered: one task asks, one needs another plan and asks for it twice, one works until it is let go, one waits. Started, with a server. */
import { join } from "node:path";
import { inTurn, writes } from "../e2e/git-kit.ts";
import { ASKS, planOf, shellProject } from "../e2e/kit.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";

const says = (answer: object) => `cat > /dev/null; echo '${JSON.stringify(answer)}'`;
const cannot = (why: string) =>
  `echo '{"status":"blocked","blocked_reason":"contradictory_requirements","uncertain_about":"${why}"}'`;
const WAITS = `until [ -e "$GO" ]; do sleep 0.05; done; ${writes("$REEVE_TASK_ID.txt", "work")}`;

const AGENTS = {
  ask: inTurn(ASKS, writes("ask.txt", "blue")),
  wrong: inTurn(
    cannot("There is no table."),
    cannot("Without a table there is nowhere to write."),
    writes("wrong.txt", "uses the table"),
  ),
  "@supervisor*": says({
    diagnosis: "nobody makes the table",
    actions: [{ task_id: "wrong", action: "replan", reason: "a task for the table is missing" }],
  }),
  "@planner*": says({
    tasks: [
      { id: "table", title: "Make the table", prompt: "Make it.", files: ["table.txt"] },
      { id: "wrong", prompt: "Use the table.", depends_on: ["table"] },
    ],
  }),
  "*": WAITS,
};
const PLAN = planOf(
  "id: ask, gates: ['true']",
  "id: wrong, gates: ['true']",
  "id: spin, gates: ['true']",
  "id: later, depends_on: [spin], gates: ['true']",
);
const SETTINGS = "advisors: { supervisor: { agent: sh }, planner: { agent: sh } }\n";

export async function startActs() {
  const project = shellProject(PLAN, AGENTS, SETTINGS, "");
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  const go = join(project.dir, "..", `go-${project.id}`);
  project.with({ GO: go });
  const work = project.start("run", "plan.yaml", "--wait");
  await until(
    "the run to ask twice and to work",
    () => {
      const [status] = project.json<{ questions?: unknown[]; counts?: { working: number } }>("status");
      return status?.questions?.length === 2 && status.counts?.working === 1;
    },
    () => project.reeve("status").out,
  );
  const server = project.start("serve", "--json", "--port", `${20_000 + (process.pid % 20_000)}`);
  const { url } = JSON.parse(await server.line(/^\{"url"/)) as { url: string };
  return { project, work, server, url, go };
}
