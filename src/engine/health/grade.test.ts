/** Healthy agents that are quiet, and agents that hang: which is which, and how soon it is known. */
import { expect, test } from "vitest";
import type { Grade, HealthLimits, Signs } from "../../domain/work/health.ts";
import { gradeOf } from "./grade.ts";

const LIMITS: HealthLimits = { silenceS: 600, toolS: 1_800, busyS: 2_700, stoppedS: 30 };
const MINUTE = 60_000;
const FINE: Signs = {
  quietMs: 0,
  repeated: 0,
  idleMs: 0,
  tool: null,
  stoppedMs: 0,
  emptySteps: 0,
  waits: null,
  processes: 2,
};

/** What is seen at each minute of somebody's life, as long as it lasts. */
type Life = (minute: number) => Partial<Signs>;

const quiet = (minute: number) => ({ quietMs: minute * MINUTE });
const idle = (minute: number) => ({ quietMs: minute * MINUTE, idleMs: minute * MINUTE });
const tool = (minute: number) => ({ tool: { name: "Bash", forMs: minute * MINUTE } });

test.each<[string, number, Life]>([
  ["compiles for 40 minutes without a word", 40, (minute) => ({ ...quiet(minute), ...tool(minute), idleMs: 5_000 })],
  ["runs tests for 29 minutes that wait for a service", 29, (minute) => ({ ...idle(minute), ...tool(minute) })],
  ["downloads for 40 minutes", 40, (minute) => ({ ...quiet(minute), ...tool(minute), idleMs: 20_000 })],
  ["thinks for 9 minutes", 9, idle],
  ["waits 5 hours for a limit", 300, (minute) => ({ ...idle(minute), waits: "limit" })],
  ["waits 5 hours for a person", 300, (minute) => ({ ...idle(minute), waits: "person" })],
  [
    "waits for the network, telling so again and again",
    90,
    (minute) => ({ ...idle(minute), repeated: 500, waits: "network" }),
  ],
  [
    "has compiled for 40 minutes and thinks for 9",
    49,
    (minute) => ({ ...quiet(minute), idleMs: Math.max(0, minute - 40) * MINUTE }),
  ],
  [
    "calls a tool after a silence of 9 minutes",
    35,
    (minute) => (minute < 10 ? idle(minute) : { ...idle(minute), ...tool(minute - 9) }),
  ],
])("nobody is stopped who %s", (_, minutes, life) => {
  expect(stoppedAfter(life, minutes)).toBeNull();
});

test.each<[string, Grade, number, Life]>([
  ["sleeps", "stuck", 10, idle],
  [
    "has a tool that reads from a keyboard nobody sits at",
    "stuck",
    30,
    (minute) => ({ ...idle(minute), ...tool(minute) }),
  ],
  ["computes for ever", "stuck", 45, (minute) => ({ ...quiet(minute), idleMs: 0 })],
  [
    "does something for a moment every five minutes, and nothing comes of it",
    "stuck",
    55,
    (minute) => ({ ...quiet(minute), idleMs: (1 + (minute % 5)) * MINUTE }),
  ],
  ["says the same again and again", "spinning", 10, (minute) => ({ ...idle(minute), repeated: minute * 30 })],
  ["is held by SIGSTOP", "stuck", 1, (minute) => ({ stoppedMs: minute * MINUTE })],
  ["gets no token from its model", "spinning", 1, (minute) => ({ emptySteps: minute * 12 })],
])("who %s is %s after %i minutes, and not before", (_, grade, minutes, life) => {
  expect(stoppedAfter(life, 300)).toEqual({ grade, minutes });
});

test("from two thirds of a limit on an attempt is suspect, and at the first sign of life healthy again", () => {
  expect(gradeOf({ ...FINE, ...idle(6) }, LIMITS).grade).toBe("quiet");
  expect(gradeOf({ ...FINE, ...idle(7) }, LIMITS).grade).toBe("suspect");
  expect(gradeOf(FINE, LIMITS).grade).toBe("healthy");
});

test("a limit of 0 is none", () => {
  const never = { silenceS: 0, toolS: 0, busyS: 0, stoppedS: 0 };
  expect(gradeOf({ ...FINE, ...idle(5_000) }, never).grade).toBe("quiet");
  expect(gradeOf({ ...FINE, stoppedMs: 9 * MINUTE }, never).grade).toBe("healthy");
});

test("where nobody can see what processes do, silence alone counts", () => {
  expect(gradeOf({ ...FINE, ...idle(11), idleMs: null }, LIMITS).grade).toBe("stuck");
});

function stoppedAfter(life: Life, minutes: number): { readonly grade: Grade; readonly minutes: number } | null {
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { grade } = gradeOf({ ...FINE, ...life(minute) }, LIMITS);
    if (grade === "stuck" || grade === "spinning") return { grade, minutes: minute };
  }
  return null;
}
