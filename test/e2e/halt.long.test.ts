/** A run that is halted because too much failed: one question, an answer, and on to the end. */
import { describe, expect, it } from "vitest";
import { aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

const FIRST = ["t0", "t1", "t2", "t3"];
/** Exactly four can fail before the run is halted, however many run at once. */
const PLAN = planOf(...FIRST, ...[4, 5, 6, 7, 8, 9].map((i) => `id: t${i}, depends_on: [t0]`));
const BROKEN = `if [ -e mended ]; then ${DONE}; else echo 'Error: EACCES: permission denied, open prices.db' >&2; exit 1; fi`;

describe("a run in which more than 30 % of the tasks failed", () => {
  it("exits with 5 and one question; answered, it goes on to the end", () => {
    const project = aShellProject(
      PLAN,
      { "*": BROKEN },
      "max_parallel: 6\npolicies: { brake: { same_failures: 0 } }\n",
    );
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(5);
    expect(out).toContain("4 of 10 tasks failed, more than 30 %");
    expect(out).toMatch(/\| 4 × permission: .+ \(t0, t1, t2, t3\)$/m);
    expect(out).toMatch(/^ +1\. resume: .+\n +2\. stop: /m);
    expect(out).toContain('reeve answer q5 "retry: what changed", or the number of an option; then reeve run');
    expect(out).toContain("Next: answer q5, then `reeve run`.");
    expect(out.match(/reeve answer/g)).toHaveLength(1);

    const asked = project.reeve("questions").out;
    expect(asked).toContain("4 questions of single tasks as well");
    expect(asked.match(/reeve answer/g)).toHaveLength(1);

    // Without an answer nothing is started, and nothing is asked twice.
    expect(project.reeve("run").code).toBe(5);
    expect(ofType(eventsOf(project), "attempt_started")).toHaveLength(4);

    project.write("mended", "");
    expect(project.reeve("answer", "q5", "retry: it may write there now").out).toContain("Recorded: answer q5");
    const ended = project.reeve("run");
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.out).toContain("All 10 tasks are done");
  });

  it("ends at the answer `stop`, by its number", () => {
    const project = aShellProject(
      PLAN,
      { "*": BROKEN },
      "max_parallel: 6\npolicies: { brake: { same_failures: 0 } }\n",
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(5);
    project.reeve("answer", "q5", "2");
    const { code, out } = project.reeve("run");
    expect(code).toBe(1);
    expect(out).toContain("0 of 10 tasks done · ended, not everything was done");
  });
});
