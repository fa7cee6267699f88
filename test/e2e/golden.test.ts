/**
 * What a newcomer reads, word for word: the help, a whole run, its status, its reasons. Beside the words, what they
 * have to be true to: exit codes, the journal.
 */
import { describe, expect, it } from "vitest";
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
});
