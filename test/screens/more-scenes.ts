/** What people look at beside a busy run: a braked one, a past moment, a thousand tasks, many agents, a log, a diff, earlier runs. */
import type { RunSummary } from "../../src/app/look/run-summaries.ts";
import { given } from "../../src/testing/given.ts";
import { CRASH, done, failed } from "../../src/testing/outcomes.ts";
import { diffLines } from "../../src/views/terminal/diff/diff-lines.ts";
import type { Watched } from "../../src/views/terminal/screens/watched.ts";
import { busyScene, watchedOf } from "./scene.ts";

export function brakedScene(): Watched {
  const run = given({ tasks: ["login", "logout", { id: "docs", dependsOn: ["login"] }], settings: { maxParallel: 4 } });
  return watchedOf(run, [
    () => run.up("login.1").up("logout.1"),
    () => run.when({ type: "brake", reason: "the wrong branch" }),
  ]);
}

export function pastScene(): Watched {
  return { ...busyScene(), isPast: true };
}

/** Twenty that all others wait for, twelve at work at once. */
export function thousandScene(): Watched {
  const tasks = Array.from({ length: 1_000 }, (_, n) =>
    n < 20 ? `task-${n}` : { id: `task-${n}`, dependsOn: [`task-${n % 20}`] },
  );
  const run = given({ tasks, settings: { maxParallel: 12 } });
  return watchedOf(run, [
    () => Array.from({ length: 12 }, (_, n) => run.up(`task-${n}.1`)),
    () => run.ends("task-0.1", done("task-0")),
    () => run.ends("task-1.1", failed("auth", "terminal", "the key is not accepted")),
  ]);
}

const AGENTS = ["claude", "codex", "gemini", "opencode", "qwen", "copilot"] as const;

/** Six different ones at work at the same time. */
export function manyAgentsScene(): Watched {
  const tasks = AGENTS.map((agent) => ({ id: `part-${agent}`, agent }));
  const run = given({ tasks, settings: { maxParallel: 6, budgets: { usd: 30 } } });
  return watchedOf(run, [
    () => AGENTS.map((agent) => run.up(`part-${agent}.1`)),
    ...AGENTS.map((agent, n) => () => {
      const usage = { tokens: 20_000 * (n + 1), usd: 0.4 * (n + 1) };
      const activity = `edits src/${agent}/part.ts`;
      run.when({ type: "attempt_progressed", attempt: `part-${agent}.1`, usage, activity, session: null });
    }),
    () => run.ends("part-claude.1", done("part-claude")),
    () => run.ends("part-qwen.1", CRASH),
  ]);
}

const HOSTILE = "\u001b[2J\u001b]0;pwned\u0007 日本語 e\u0301 👨‍👩‍👧";

export function logScene(): Watched {
  const scene = busyScene();
  const at = scene.now - 600_000;
  const deed = (index: number, kind: "says" | "edits" | "runs", text: string, more = {}) =>
    ({ index, kind, at: at + index * 60_000, text, ok: null, tookMs: null, output: [], ...more }) as const;
  const deeds = [
    deed(
      0,
      "says",
      "The refund must not be larger than what was paid, also in parts. I add a check in refund() and a test.",
    ),
    deed(1, "edits", "src/refunds/refund.ts", { ok: true, added: 14, removed: 3 }),
    deed(2, "runs", "npm test -- refunds", {
      ok: false,
      tookMs: 38_000,
      output: ["✗ refuses a second refund over the rest", "  expected 409, got 500", ...Array(60).fill("ok")],
    }),
    deed(3, "says", `Strange bytes: ${HOSTILE}`),
    deed(4, "runs", "npm test", { ok: null }),
  ];
  return { ...scene, log: { attempt: "refunds.1", deeds, dropped: 0, isLive: true } };
}

const DIFF = `diff --git a/src/cart/total.ts b/src/cart/total.ts
index 1111111..2222222 100644
--- a/src/cart/total.ts
+++ b/src/cart/total.ts
@@ -12,7 +12,9 @@ export function total(items: readonly Item[]): Cents {
   const open = items.filter(isOpen);
-  return open.reduce((sum, item) => sum + item.price * item.count, 0);
+  // Amounts are in cents, never floats.
+  const cents = open.reduce((sum, item) => sum + item.cents * item.count, 0);
+  return cents as Cents;
 }
diff --git a/test/cart.test.ts b/test/cart.test.ts
new file mode 100644
--- /dev/null
+++ b/test/cart.test.ts
@@ -0,0 +1,2 @@
+it("sums ${HOSTILE}", () => expect(total([])).toBe(0));
+// a line that is far longer than any terminal that people have at home, at work or on a train, and so is cut at its right end with a sign
`;

export function diffScene(): Watched {
  return { ...busyScene(), diff: diffLines(DIFF) };
}

export function runsScene(): Watched {
  const scene = busyScene();
  const { run, usage } = scene.view;
  const summary = (
    id: string,
    phase: typeof run.phase,
    states: RunSummary["tasks"][number]["state"][],
  ): RunSummary => ({
    run: {
      ...run,
      id,
      phase,
      title: "Upkeep of dependencies",
      verdict: states.every((state) => state === "done") ? "done" : "failed",
      endedAt: phase === "ended" ? run.createdAt + 4_000_000 : null,
    },
    tasks: states.map((state, n) => ({ id: `task-${n}`, state, attempts: n % 3 === 2 ? 2 : 1 })),
    done: states.filter((state) => state === "done").length,
    usage,
  });
  const runs = [
    summary("r3", "working", ["done", "question", "working", "waiting"]),
    summary("r2", "ended", ["done", "done", "failed", "skipped"]),
    summary("r1", "ended", ["done", "done", "done", "done"]),
  ];
  return { ...scene, runs };
}
