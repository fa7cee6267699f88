/** What a newcomer reads, word for word: the help, a whole run, its status, its reasons, its live screen. */
import { describe, it } from "vitest";
import { projectFleet } from "../../src/app/look/fleet-view.ts";
import { given } from "../../src/testing/given.ts";
import { CRASH, done } from "../../src/testing/outcomes.ts";
import { renderLive } from "../../src/views/cli/run/render-live.ts";
import { expectGolden } from "../golden-text.ts";
import { ASKS, aProject, aShellProject, DONE, planOf } from "./kit.ts";

const SLOWLY = "max_parallel: 1\npolicies: { worker: { restarts: 1, within_s: 3600, backoff: none } }\n";
const AGENT = {
  good: DONE,
  wobbly: `if [ -e fell ]; then ${DONE}; else touch fell; echo out of memory >&2; exit 137; fi`,
  mute: `if [ -e spoke ]; then ${DONE}; else touch spoke; fi`,
  unsure: `if [ -e asked ]; then ${DONE}; else touch asked; ${ASKS}; fi`,
  hopeless: "echo no such table >&2; exit 2",
  "*": DONE,
};
const PLAN = planOf("good", "wobbly", "mute", "unsure", "hopeless", "id: last, depends_on: [hopeless, unsure]");

describe("golden", () => {
  it("help", () => {
    expectGolden("help", aProject().reeve("--help").out);
  });

  it("a run until it needs a person, how it stands, why, and how it ends", () => {
    const project = aShellProject(PLAN, AGENT, SLOWLY);
    expectGolden("run", project.reeve("run", "plan.yaml").out);
    expectGolden("status", project.reeve("status").out);
    expectGolden("why", project.reeve("why").out);
    expectGolden("why-task", project.reeve("why", "hopeless").out);
    project.reeve("answer", "q1", "blue");
    project.reeve("skip", "hopeless", "--because", "we do without it");
    expectGolden("status-orders", project.reeve("status").out);
    expectGolden("run-goes-on", project.reeve("run").out);
  });

  it("a live screen, wide and narrow", () => {
    const view = projectFleet(aBusyState(), 0);
    const frame = (columns: number, rows: number) => renderLive(view, 1_090_000, { columns, rows }).join("\n");
    expectGolden("live", `${frame(100, 24)}\n\n--- 50 columns, 8 rows ---\n${frame(50, 8)}\n`);
  });
});

/** One done, one at work with a word of it, one just started again, one waiting for its restart, one that asks. */
function aBusyState() {
  const policy = {
    restarts: 3,
    withinS: 300,
    backoff: { kind: "constant", delayS: 60, jitter: 0 },
    graceS: 5,
  } as const;
  const roles = { worker: policy, drone: policy, lead: policy };
  const run = given({
    tasks: ["design", "api", "page", "docs", "prices", { id: "ship", dependsOn: ["api"] }],
    policies: { roles },
  });
  run.up("design.1").ends("design.1", done("design"), 1200).up("api.1").up("page.1");
  const usage = { tokens: 4000, usd: 0.12 };
  run.at += 60_000;
  run.when({ type: "attempt_progressed", attempt: "api.1", usage, activity: "Edit src/api/番号.ts", session: null });
  run.ends("docs.1", CRASH);
  run.ends("prices.1", {
    type: "blocked",
    result: {
      status: "blocked",
      task_id: "prices",
      blocked_reason: "ambiguous_spec",
      uncertain_about: "Are prices shown with or without tax?",
      options: [],
      attempted: "",
      files_completed: [],
    },
  });
  return run.state;
}
