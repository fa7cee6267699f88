/**
 * Who depends on whom, as numbers: task n is the n-th of the plan. One walk over it finds the cycles, an order in which
 * everything comes after what it depends on, and the labels that answer most questions of reachability at once.
 * Time and memory are linear in tasks plus dependencies; nothing here recurses.
 */

export interface TaskGraph {
  /** For each task, the tasks it depends on directly. */
  readonly dependsOn: readonly (readonly number[])[];
}

export interface Walked {
  /** Dependencies first. */
  readonly order: readonly number[];
  /** One for each dependency that closes a circle; without them the graph has none. */
  readonly cycles: readonly Cycle[];
  /** The same graph without the dependencies that close a circle. */
  readonly dependsOn: readonly (readonly number[])[];
  /** When the walk entered each task and when it left it, both counted from 0. */
  readonly entered: readonly number[];
  readonly left: readonly number[];
}

export interface Cycle {
  /** Each depends on the next, the last on the first. */
  readonly tasks: readonly number[];
  /** The tasks left out of the middle of a long one. */
  readonly omitted: number;
}

/** A circle of thousands is shown by its ends; so the sum of all that is shown stays linear. */
const SHOWN_MAX = 12;

export function walkGraph(graph: TaskGraph): Walked {
  const size = graph.dependsOn.length;
  const entered = new Array<number>(size).fill(-1);
  const left = new Array<number>(size).fill(-1);
  const kept: number[][] = Array.from({ length: size }, () => []);
  const order: number[] = [];
  const cycles: Cycle[] = [];
  let clock = 0;
  for (let start = 0; start < size; start += 1) {
    if (entered[start] !== -1) continue;
    entered[start] = clock++;
    const trail = [start];
    const nexts = [0];
    /** Where on the trail each of its tasks stands. */
    const heights = new Map([[start, 0]]);
    while (trail.length > 0) {
      const top = trail.length - 1;
      const task = trail[top] ?? 0;
      const next = nexts[top] ?? 0;
      const dependency = graph.dependsOn[task]?.[next];
      nexts[top] = next + 1;
      if (dependency === undefined) {
        left[task] = order.push(task) - 1;
        heights.delete(task);
        trail.pop();
        nexts.pop();
        continue;
      }
      const height = heights.get(dependency);
      if (height !== undefined) {
        cycles.push(cycleFrom(trail, height));
        continue;
      }
      kept[task]?.push(dependency);
      if (entered[dependency] !== -1) continue;
      entered[dependency] = clock++;
      heights.set(dependency, trail.push(dependency) - 1);
      nexts.push(0);
    }
  }
  return { order, cycles, dependsOn: kept, entered, left };
}

function cycleFrom(trail: readonly number[], height: number): Cycle {
  const length = trail.length - height;
  if (length <= SHOWN_MAX) return { tasks: trail.slice(height), omitted: 0 };
  const half = SHOWN_MAX / 2;
  return { tasks: [...trail.slice(height, height + half), ...trail.slice(-half)], omitted: length - SHOWN_MAX };
}
