/**
 * What a newcomer reads, word for word: the help, a whole run, its status, its reasons, its live screen. Beside the words, what
 * they have to be true to: exit codes, the journal, the size of the screen.
 */
import { describe, expect, it } from "vitest";
import { projectFleet } from "../../src/app/look/fleet-view.ts";
import { given } from "../../src/testing/given.ts";
import { CRASH, done } from "../../src/testing/outcomes.ts";
import { renderLive } from "../../src/views/cli/run/render-live.ts";
import { widthOf } from "../../src/views/words.ts";
import { expectGolden } from "../golden-text.ts";
import { ASKS, aProject, aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

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
    const { code, out, err } = aProject().reeve("--help");
    expectGolden("help", out);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    for (const command of ["init", "run", "status", "why", "answer"])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
  });

  it("a run until it needs a person, how it stands, why, and how it ends", () => {
    const project = aShellProject(PLAN, AGENT, SLOWLY);
    const first = project.reeve("run", "plan.yaml");
    expectGolden("run", first.out);
    expect(first.code).toBe(3);
    expect(ofType(eventsOf(project), "task_done").map(({ task }) => task)).toEqual(["good", "wobbly", "mute"]);
    expect(ofType(eventsOf(project), "question_asked")).toHaveLength(2);
    expectGolden("status", project.reeve("status").out);
    expectGolden("why", project.reeve("why").out);
    expectGolden("why-task", project.reeve("why", "hopeless").out);
    expect(project.reeve("answer", "q1", "blue").code).toBe(0);
    expect(project.reeve("skip", "hopeless", "--because", "we do without it").code).toBe(0);
    expectGolden("status-orders", project.reeve("status").out);
    const second = project.reeve("run");
    expectGolden("run-goes-on", second.out);
    expect(second.code).toBe(0);
    expect(project.json("status")).toMatchObject([{ counts: { done: 4, skipped: 2 }, restarts: 1, attempts: 9 }]);
  });

  it("a live screen, wide and narrow", () => {
    const view = projectFleet(aBusyState(), 0);
    const frame = (columns: number, rows: number) => renderLive(view, 1_090_000, { columns, rows });
    const [wide, narrow] = [frame(100, 24), frame(50, 8)];
    expectGolden("live", `${wide.join("\n")}\n\n--- 50 columns, 8 rows ---\n${narrow.join("\n")}\n`);
    expect(wide.filter((line) => widthOf(line) >= 100)).toEqual([]);
    expect(narrow.filter((line) => widthOf(line) >= 50)).toEqual([]);
    expect(narrow.length).toBeLessThan(8);
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
