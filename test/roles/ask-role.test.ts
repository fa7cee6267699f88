/** Asking agents in a role: real processes that answer well, badly, never, or do what they must not. */
import { describe, expect, test } from "vitest";
import type { CheckClock } from "../../src/effects/gates/check/check-clock.ts";
import { leftBehind } from "../e2e/kit.ts";
import { HANG_MS } from "../wait.ts";
import { KEEPS, RoleLab } from "./role-lab.ts";

const APPROVES = `echo '{"verdict":"approve","reasons":["It works."]}'`;

describe("an answer", () => {
  test("is found in what the agent prints, whatever it says around it", async () => {
    const lab = new RoleLab();
    const reply = await lab.ask("reviewer", lab.agent(`${KEEPS}; echo Let me see {x}; ${APPROVES}; echo That is all.`));
    expect(reply).toMatchObject({ type: "answered", tries: 1, answer: { verdict: "approve", must_change: [] } });
    expect(lab.told(1)).toBe("Judge this.");
  });

  test("in the file that REEVE_RESULT names wins over what is printed", async () => {
    const lab = new RoleLab();
    const reply = await lab.ask(
      "reviewer",
      lab.agent(`echo '{"verdict":"reject","reasons":["no"]}' > "$REEVE_RESULT"; ${APPROVES}`),
    );
    expect(reply).toMatchObject({ type: "answered", answer: { verdict: "reject" } });
  });

  test("of the scripted agent is read too, with what it used", async () => {
    const script = 'default:\n  - usage: { tokens: 70, usd: 0.5 }\n  - say: \'{"verdict": "unsure"}\'\n';
    const lab = new RoleLab({ "agents.yaml": script });
    const agent = lab.agent("", { adapter: "scripted", command: [], options: { script: "agents.yaml" } });
    const reply = await lab.ask("reviewer", agent);
    expect(reply).toMatchObject({ type: "answered", usage: { tokens: 70, usd: 0.5 }, answer: { verdict: "unsure" } });
  });

  test("does not show the values of keys", async () => {
    const lab = new RoleLab();
    const env = { REEVE_TEST_ID: lab.project.id, API_KEY: "sk-very-secret" };
    const agent = lab.agent(`echo '{"verdict":"reject","reasons":["sk-very-secret leaks"]}'`, { env });
    expect(await lab.ask("reviewer", agent)).toMatchObject({ answer: { reasons: ["[redacted] leaks"] } });
  });
});

describe("an answer that cannot be used", () => {
  test("is handed back with all that is wrong with it", async () => {
    const lab = new RoleLab();
    const agent = lab.agent(
      `${KEEPS}; case $REEVE_ATTEMPT in 1) echo '{"verdict":"maybe"}' ;; 2) echo no JSON ;; *) ${APPROVES} ;; esac`,
    );
    expect(await lab.ask("reviewer", agent)).toMatchObject({ type: "answered", tries: 3 });
    expect(lab.told(2)).toMatch(
      /^Judge this\.\n\nYou have answered this before[\s\S]*- verdict must be one of: approve/,
    );
    expect(lab.told(2)).toContain('"verdict": "maybe"');
    expect(lab.told(3)).toContain("- the agent left no result: it did not write REEVE_RESULT");
    expect(lab.told(3)).not.toContain("maybe");
  });

  test("is given up after three more tries, and the last is kept", async () => {
    const lab = new RoleLab();
    const tries: number[] = [];
    const reply = await lab.ask("reviewer", lab.agent(APPROVES), {
      check: () => ["it is too kind"],
      onTry: (number) => tries.push(number),
    });
    expect(reply).toMatchObject({ type: "unusable", problems: ["it is too kind"], answer: { verdict: "approve" } });
    expect(tries).toEqual([1, 2, 3, 4]);
  });

  test("may be nested without end and is only refused", async () => {
    const lab = new RoleLab();
    const deep = `node -e 'console.log("{\\"verdict\\":" + "[".repeat(100000) + "]".repeat(100000) + "}")'`;
    const reply = await lab.ask("reviewer", lab.agent(deep), { triesMax: 1 });
    expect(reply).toMatchObject({ type: "unusable", answer: null });
  });
});

describe("an agent that", () => {
  test("crashes is not asked again: that is no answer", async () => {
    const lab = new RoleLab();
    const reply = await lab.ask("reviewer", lab.agent(`${APPROVES}; echo out of luck >&2; exit 3`));
    expect(reply).toMatchObject({
      type: "failed",
      tries: 1,
      failure: { class: "crash", evidence: ["exit 3", "out of luck"] },
    });
  });

  test("cannot be started fails with the reason", async () => {
    const lab = new RoleLab();
    const reply = await lab.ask("reviewer", lab.agent("", { command: ["no-such-program-here"] }));
    expect(reply).toMatchObject({ type: "failed", failure: { class: "config_error" } });
  });

  test("takes too long is ended with all it has started", async () => {
    const lab = new RoleLab();
    const due = new Map<number, () => void>();
    const setTimer: CheckClock["setTimer"] = (ms, call) => {
      due.set(ms, call);
      return () => {};
    };
    const agent = lab.agent(`sleep 600 & echo here > "$LAB/here"; wait`);
    const reply = lab.ask("reviewer", agent, { clock: { now: () => 0, setTimer } });
    await lab.has("here");
    due.get(HANG_MS)?.();
    expect(await reply).toMatchObject({ type: "failed", failure: { class: "timeout" } });
    expect(await leftBehind(lab.project)).toEqual([]);
  });

  test("is told to stop ends with all it has started", async () => {
    const lab = new RoleLab();
    const stop = new AbortController();
    const reply = lab.ask("reviewer", lab.agent(`sleep 600 & echo here > "$LAB/here"; wait`), { signal: stop.signal });
    await lab.has("here");
    stop.abort();
    expect(await reply).toMatchObject({ type: "stopped", tries: 1 });
    expect(await leftBehind(lab.project)).toEqual([]);
    const after = await lab.ask("reviewer", lab.agent(APPROVES), { signal: stop.signal, name: "later" });
    expect(after).toMatchObject({ type: "stopped" });
  });
});
