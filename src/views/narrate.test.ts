import { describe, expect, it } from "vitest";
import { type GateResult, NOTHING_CHANGED } from "../domain/proof/gate.ts";
import type { Role } from "../domain/spec/plan.ts";
import type { Event } from "../engine/event.ts";
import { given } from "../testing/given.ts";
import { CRASH, done, failed, gate } from "../testing/outcomes.ts";
import { narrate } from "./narrate.ts";

const backoff = { kind: "constant", delayS: 2, jitter: 0 } as const;
const policy = { restarts: 1, withinS: 300, backoff, graceS: 1 };

/** All sentences of a task of this role that crashes until its supervisor gives up. */
function sentencesOf(role: Role) {
  const run = given({
    tasks: [{ id: "a", role }],
    policies: { roles: { worker: policy, drone: policy, lead: policy } },
  });
  const events: Event[] = run.ends("a.1", CRASH).pass(2000).ends("a.2", CRASH).then();
  return events.map((event) => ({ type: event.type, ...narrate(event, () => role) }));
}

describe("how loudly a restart is told", () => {
  it.each([
    ["drone", "silent"],
    ["worker", "badge"],
    ["lead", "shown"],
  ] as const)("a %s's restart is %s", (role, loudness) => {
    const restart = sentencesOf(role).find((sentence) => sentence.type === "restart_scheduled");
    expect(restart).toMatchObject({ loudness, text: "restarts in 2 s (restart 1)" });
  });

  it.each(["drone", "worker", "lead"] as const)("an escalation of a %s is always shown", (role) => {
    const asked = sentencesOf(role).find(({ type }) => type === "question_asked");
    expect(asked).toMatchObject({ loudness: "shown", task: "a" });
  });
});

describe("a sentence", () => {
  it("carries nothing a terminal would obey, wherever the text came from", () => {
    const run = given({ tasks: ["a"] }).quietly();
    const message = "\u001b[2Jred\u001b]0;title\u0007 \u202egnp.exe\nnext";
    const outcome = {
      type: "failed",
      failure: { class: "crash", restart: "transient", message, evidence: [message] },
    } as const;
    const sentences = run
      .ends("a.1", outcome)
      .then()
      .map((event) => narrate(event, () => "worker"));
    const text = sentences.flatMap(({ text, evidence }) => [text, ...evidence]).join("");
    expect(text).toContain("red");
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("counts gates by what became of them, and names only what there is", () => {
    const told = (...gates: GateResult[]) =>
      narrate(
        {
          type: "task_integrated",
          task: "a",
          attempt: "a.1",
          integration: { type: "merged", commit: "12345678", onto: "0", gates },
        },
        () => "worker",
      ).text;
    const [passed, warned] = [gate("quality", "passed"), gate("quality", "warned")];
    expect(told(passed, passed, warned)).toBe("is merged (12345678, 2 quality gates passed, 1 warned again)");
    expect(told(warned)).toBe("is merged (12345678, 1 quality gate warned again)");
    expect(told({ ...passed, tookMs: 3000 })).toBe("is merged (12345678, 1 quality gate passed again, in 3 s)");
    expect(told(gate("quality", "skipped"))).toBe("is merged (12345678, no quality gate ran)");
    expect(told()).toBe("is merged (12345678)");
  });

  it("counts what people asked for apart from what Reeve looks at by itself", () => {
    const told = (...gates: GateResult[]) =>
      narrate(
        {
          type: "task_verified",
          task: "a",
          attempt: "a.1",
          passed: true,
          failure: null,
          changeset: "keep",
          verification: { commit: "1", base: "0", changed: NOTHING_CHANGED, gates },
        },
        () => "worker",
      ).text;
    const own = [gate("diff", "passed"), gate("scope", "warned"), gate("secrets", "passed")];
    expect(told(...own, gate("acceptance", "skipped"), gate("quality", "skipped"))).toBe(
      "is verified (no quality gate ran; 2 built-in checks passed, 1 warned)",
    );
    expect(told(...own, gate("quality", "passed"), gate("commitment", "passed"), gate("acceptance", "passed"))).toBe(
      "is verified (1 quality gate passed; 2 commitments and criteria passed; 2 built-in checks passed, 1 warned)",
    );
  });

  it("of several failed gates is one sentence, with one full stop", () => {
    const run = given({ isolated: true, tasks: ["a"] }).quietly();
    run.ends("a.1", done("a"));
    const said = [gate("quality", "failed", "It ended with 1."), gate("commitment", "failed", "It ended with 2.")];
    const verified = run
      .verified("a.1", ...said)
      .then()
      .find(({ type }) => type === "task_verified");
    expect(verified).toMatchObject({ failure: { message: "It ended with 1 (and 1 more)." } });
  });

  it("tells what an attempt cost", () => {
    const run = given({ tasks: ["a"] }).quietly();
    const [ended] = run.ends("a.1", done("a"), 1200).then();
    expect(ended && narrate(ended, () => "worker").text).toBe("attempt 1 says it is done [1,200 tokens, $0.00]");
  });
});

it("a task whose supervisor is asked waits for that advice, and is not said to be retried", () => {
  const advisors = { supervisor: { agent: "agent", template: "{{trigger}}" } };
  const run = given({ tasks: ["a"], settings: { advisors } }).quietly();
  const said = run
    .ends("a.1", failed("unknown", "unknown"))
    .then()
    .map((event) => narrate(event, () => "worker").text);
  expect(said).toContainEqual(expect.stringMatching(/^waits for that advice: the failure is of an unknown kind/));
  expect(said.join("\n")).not.toContain("is retried");
});
