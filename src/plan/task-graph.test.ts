import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerWaits } from "./reachability.ts";
import { walkGraph } from "./task-graph.ts";

type Dependencies = readonly (readonly number[])[];

/** Any graph: circles, islands, dependencies on what comes later. No task names itself; that is another mistake. */
const graphs = fc.integer({ min: 1, max: 12 }).chain((size) => {
  const row = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 });
  return fc.array(row, { minLength: size, maxLength: size }).map((rows): Dependencies => {
    return rows.map((others, task) => others.filter((other) => other !== task));
  });
});

describe("a walk over any graph", () => {
  test("finds a cycle exactly if there is one", () => {
    fc.assert(
      fc.property(graphs, (dependsOn) => {
        expect(walkGraph({ dependsOn }).cycles.length > 0).toBe(hasCircle(dependsOn));
      }),
      { numRuns: 1000 },
    );
  });

  test("tells cycles that are real, and each once", () => {
    fc.assert(
      fc.property(graphs, (dependsOn) => {
        const { cycles } = walkGraph({ dependsOn });
        for (const { tasks, omitted } of cycles) {
          expect(omitted).toBe(0);
          for (const [at, task] of tasks.entries()) expect(dependsOn[task]).toContain(tasks[(at + 1) % tasks.length]);
        }
        expect(new Set(cycles.map(({ tasks }) => JSON.stringify(tasks))).size).toBe(cycles.length);
      }),
    );
  });

  test("leaves no circle once those that close one are taken away, and orders the rest", () => {
    fc.assert(
      fc.property(graphs, (dependsOn) => {
        const walked = walkGraph({ dependsOn });
        expect(hasCircle(walked.dependsOn)).toBe(false);
        expect(walked.dependsOn.flat().length + walked.cycles.length).toBe(dependsOn.flat().length);
        const places = new Map(walked.order.map((task, place) => [task, place]));
        expect(places.size).toBe(dependsOn.length);
        for (const [task, others] of walked.dependsOn.entries()) {
          for (const other of others) expect(places.get(other)).toBeLessThan(places.get(task) ?? -1);
        }
      }),
    );
  });

  test("does not run out of stack on a chain of a hundred thousand", () => {
    const dependsOn = Array.from({ length: 100_000 }, (_, task) => (task === 99_999 ? [] : [task + 1]));
    expect(walkGraph({ dependsOn }).order[0]).toBe(99_999);
  });
});

describe("who waits for whom", () => {
  test("is answered as a search would", () => {
    fc.assert(
      fc.property(graphs, (dependsOn) => {
        const walked = walkGraph({ dependsOn });
        const all = dependsOn.flatMap((_, later) => dependsOn.map((_, earlier) => ({ later, earlier })));
        const { waits } = answerWaits(walked, all);
        expect(waits).toEqual(all.map(({ later, earlier }) => reaches(walked.dependsOn, later, earlier)));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [200, 30],
    [150, 100],
  ])("is answered as a search would where many questions stay open: %i tasks, reach %i", (size, reach) => {
    const walked = walkGraph({ dependsOn: tangle(size, reach) });
    const all = walked.order.flatMap((later) => walked.order.map((earlier) => ({ later, earlier })));
    const { waits } = answerWaits(walked, all);
    expect(waits).toEqual(all.map(({ later, earlier }) => reaches(walked.dependsOn, later, earlier)));
  });

  test("costs a few looks per dependency, not a search per question", () => {
    const steps = (size: number): number => {
      const walked = walkGraph({ dependsOn: tangle(size, 40) });
      const questions = Array.from({ length: size - 20 }, (_, n) => ({ later: n + 20, earlier: n }));
      return answerWaits(walked, questions).steps / size;
    };
    expect(steps(10_000)).toBeLessThan(4 * steps(2000));
    expect(steps(10_000)).toBeLessThan(1000);
  });
});

/** Each task depends on two of the `reach` before it, unevenly. */
function tangle(size: number, reach: number): Dependencies {
  return Array.from({ length: size }, (_, task) => {
    return [(task * 7919) % reach, (task * 104_729) % (reach - 3)]
      .map((back) => task - 1 - back)
      .filter((other) => other >= 0);
  });
}

/** Takes away what depends on nothing, until nothing changes. */
function hasCircle(dependsOn: Dependencies): boolean {
  const open = new Set(dependsOn.keys());
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const task of open) if (!(dependsOn[task] ?? []).some((other) => open.has(other))) open.delete(task);
  }
  return open.size > 0;
}

function reaches(dependsOn: Dependencies, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const task of seen) for (const other of dependsOn[task] ?? []) seen.add(other);
  return seen.has(to);
}
