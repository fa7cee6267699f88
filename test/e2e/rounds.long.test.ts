/** Work that is judged again and again: it comes to an end, by itself or with one question that shows every round. */
import { describe, expect, it } from "vitest";
import { aGitProject, inTurn } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

/** Wants something else each time it is asked, and a supervisor who always says retry. */
const reject = (wanted: string) => JSON.stringify({ verdict: "reject", reasons: ["not yet"], must_change: [wanted] });
const RETRY = JSON.stringify({
  diagnosis: "It is nearly there, so let it go on.",
  pattern_detected: null,
  actions: [{ task_id: "a", action: "retry", reason: "it is nearly there" }],
  recommendations: [],
  should_halt: false,
  halt_reason: null,
});
const ADVISORS = `"@reviewer-1") cat > /dev/null; echo '${reject("name the currency of every price")}' ;;
"@reviewer-2") cat > /dev/null; echo '${reject("write a test for empty baskets")}' ;;
"@supervisor-1") cat > /dev/null; echo '${RETRY}' ;;
"@reviewer-3") cat > /dev/null; echo '${reject("move rounding into a file of its own")}' ;;
"@*"`;
const SETTINGS = `advisors: { reviewer: { agent: sh }, supervisor: { agent: sh } }
policies: { lineage_retries: 9 }
`;

/** Changes one more file each time, and tells what it was told. */
const WORKS = `cat > told-$REEVE_ATTEMPT.txt; echo $REEVE_ATTEMPT > work-$REEVE_ATTEMPT.txt; ${DONE}`;

describe("a loop that shows no end", () => {
  it("stops after three rounds with one question and the table, though Reeve was killed in the middle", async () => {
    const it = aGitProject(planOf("a"), { a: WORKS, [ADVISORS]: "echo hm" }, { settings: SETTINGS });
    const first = it.project.start("run", "plan.yaml");
    await first.line(/ a: is rejected by the reviewer/);
    first.child.kill("SIGKILL");
    await first.ended;
    const { code, out, err } = it.project.reeve("run");
    expect({ code, out, err }).toMatchObject({ code: 3 });
    const events = eventsOf(it.project);
    expect(ofType(events, "round_judged").map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(ofType(events, "question_asked").map(({ question }) => question.because.rule)).toEqual(["not_converging"]);
    const status = it.project.reeve("status").out;
    expect(status).toContain("After 3 rounds of work and judgement there is no end in sight");
    expect(status).toMatch(/found in round +1 review +2 review +3 review/);
    expect(status).toMatch(/name the currency of every price +new +gone +·/);
    expect(status).toMatch(/write a test for empty baskets +· +new +gone/);
    expect(status).toMatch(/files changed +2 +4 +6/);
    expect(it.project.reeve("why", "a").out).toContain("round 3 of judgement, by the reviewer: 1 new, 1 gone; 6 files");
    // An attempt that the kill kept from starting leaves a number out.
    const last = ofType(events, "attempt_started")
      .findLast(({ attempt }) => attempt.startsWith("a."))
      ?.attempt.slice(2);
    expect(it.git("show", `reeve/r1/a-work:told-${last}.txt`)).toContain("- new: write a test for empty baskets");
  });

  it("does not stop work that comes closer each time, beyond the usual tries", () => {
    const report = (...names: string[]) => names.map((name) => `FAILED tests/test_a.py::${name}`).join("\\n");
    const leaves = (...names: string[]) => `cat > told.txt; printf '${report(...names)}\\n' > failing.txt; ${DONE}`;
    const work = inTurn(
      leaves("one", "two", "three"),
      leaves("two", "three"),
      leaves("three"),
      `rm failing.txt; ${DONE}`,
    );
    const gate = `gates: [{ name: tests, run: "! cat failing.txt 2>/dev/null" }]`;
    const it = aGitProject(planOf(`id: a, ${gate}`), { a: work });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    const rounds = ofType(eventsOf(it.project), "round_judged");
    expect(rounds.map(({ round }) => round.findings.length)).toEqual([3, 2, 1]);
    expect(it.git("show", "reeve/r1:told.txt")).toContain("- gone: tests: tests/test_a.py::one");
  });
});
