/** `reeve replay` of a real run: any past moment as it was, and where another policy would have decided otherwise. */
import { describe, expect, it } from "vitest";
import { aShellProject, DONE, eventsOf, planOf, QUICK } from "./kit.ts";

function aSlip() {
  const project = aShellProject(
    planOf("a", "b"),
    { a: `[ -e tried ] || { touch tried; echo junk; exit 0; }; ${DONE}`, b: DONE },
    QUICK,
  );
  expect(project.reeve("run", "plan.yaml").code).toBe(0);
  return project;
}

describe("reeve replay", () => {
  it("shows a run as it was after a record, and at its end where none is named", () => {
    const project = aSlip();
    const [, second] = project.json<{ id: string; type: string }>("events").filter(({ type }) => type === "task_done");
    const before = Number(second?.id.split(".")[0]) - 1;
    const past = project.reeve("replay", "r1", "--at", String(before));
    expect(past).toMatchObject({ code: 0, out: expect.stringContaining(`after record ${before}:`) });
    expect(past.out).toContain("1 of 2");
    // Whether a Reeve worked on it then is nothing that a past moment knows.
    expect(past.out).not.toContain("no Reeve is running");
    expect(project.json<{ counts: object }>("replay")).toMatchObject([{ counts: { done: 2 } }]);
    expect(eventsOf(project).length).toBeGreaterThan(0);
  });

  it("tells which decisions another policy would have made otherwise, and what that comes to", () => {
    const project = aSlip();
    project.write("strict.yaml", "name: no patience\npolicies: { malformed_retries: 0 }\n");
    project.write("same.yaml", "name: as it was\n");
    const { code, out } = project.reeve("replay", "--with", "strict.yaml,same.yaml");
    expect(code).toBe(0);
    expect(out).toMatch(
      /r1: no patience would have decided 1 of \d+ decisions otherwise: 1 attempt fewer, 1 question more\./,
    );
    expect(out).toMatch(/was: {3}a: gets the same input again/);
    expect(out).toMatch(/r1: as it was would have decided all \d+ decisions the same way\./);
  });

  it("compares restarts, their waits and budgets, which are fixed when a task begins", () => {
    const project = aShellProject(
      planOf("a"),
      { a: `n=$(cat tries 2>/dev/null || echo 0); echo $((n + 1)) > tries; [ "$n" -ge 1 ] || kill -9 $$; ${DONE}` },
      "policies: { worker: { restarts: 3, within_s: 300, backoff: none } }\n",
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    project.write("none.yaml", "name: no restarts\npolicies: { worker: { restarts: 0, within_s: 300 } }\n");
    project.write(
      "slow.yaml",
      "name: slowly\npolicies: { worker: { restarts: 3, within_s: 300, backoff: { kind: exponential, base_s: 60, cap_s: 60, jitter: 0 } } }\n",
    );
    const none = project.reeve("replay", "--with", "none.yaml");
    expect(none.out).toMatch(/r1: no restarts would have decided 1 of \d+ decisions otherwise: 1 attempt fewer/);
    expect(none.out).toMatch(/a failed once within 300 s, and no restart is allowed/);
    // What both would have said is not worth reading twice.
    expect(none.out).not.toContain("often pass on their own");
    const slow = project.reeve("replay", "--with", "slow.yaml");
    expect(slow.out).toMatch(
      /slowly would have decided 1 of \d+ decisions otherwise: as many attempts, as many questions, 1 min 00 s longer until restarts/,
    );
  });

  it("says what does not fit, and changes nothing", () => {
    const project = aSlip();
    const before = project.reeve("events", "--json").out;
    project.write("wrong.yaml", "policies: { worker: { restarts: many } }\n");
    expect(project.reeve("replay", "--with", "wrong.yaml")).toMatchObject({
      code: 2,
      err: expect.stringContaining("wrong.yaml:1"),
    });
    expect(project.reeve("replay", "--all-runs").code).toBe(2);
    expect(project.reeve("replay", "r9").code).toBe(2);
    expect(project.reeve("events", "--json").out).toBe(before);
  });
});
