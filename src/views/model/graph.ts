/**
 * The graph of tasks in layers: a task stands right of all it depends on, near what it is connected to. What is done and
 * has nothing open before it is folded into one box per gang; above 150 tasks so is all that is done, and every layer by
 * gang and state. Pure; coordinates come out in units of one box.
 */
import type { TaskState, TaskView } from "../../app/look/parts/task-view.ts";

export interface GraphBox {
  readonly id: string;
  readonly label: string;
  readonly state: TaskState;
  /** Folded: more than one. */
  readonly tasks: readonly string[];
  readonly layer: number;
  /** From the top of its layer. */
  place: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "needs" | "fix";
}

export interface TaskGraph {
  readonly boxes: readonly GraphBox[];
  readonly edges: readonly GraphEdge[];
  readonly layers: number;
}

const UNFOLDED_MAX = 150;

export function taskGraph(tasks: readonly TaskView[], unfolded: ReadonlySet<string>): TaskGraph {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const layerOf = layers(tasks, byId);
  const groups = new Map<string, TaskView[]>();
  for (const task of tasks) {
    const keys = foldKeys(task, layerOf.get(task.id) ?? 0, tasks.length);
    const name = keys.find((key) => !unfolded.has(key)) ?? task.id;
    groups.set(name, [...(groups.get(name) ?? []), task]);
  }
  const boxOf = new Map<string, string>();
  const boxes = [...groups].flatMap(([key, members]): GraphBox[] => {
    const [first] = members;
    if (first === undefined) return [];
    const id = members.length === 1 ? first.id : key;
    for (const task of members) boxOf.set(task.id, id);
    const layer = Math.max(...members.map((task) => layerOf.get(task.id) ?? 0));
    const label = members.length === 1 ? first.id : foldLabel(first, members.length);
    return [{ id, label, state: first.state, tasks: members.map((task) => task.id), layer, place: 0 }];
  });
  const edges = edgesOf(tasks, byId, boxOf);
  const packed = withoutGaps(boxes, edges);
  placeBoxes(packed, edges);
  return { boxes: packed, edges, layers: Math.max(0, ...packed.map(({ layer }) => layer)) + 1 };
}

/** Folding may leave layers empty, and a folded box may have come to stand right of what needs it. */
function withoutGaps(boxes: readonly GraphBox[], edges: readonly GraphEdge[]): readonly GraphBox[] {
  const layerOf = new Map(boxes.map(({ id, layer }) => [id, layer]));
  // Boxes of tasks that were reopened may need each other: nothing is moved for ever.
  const last = boxes.length + Math.max(0, ...layerOf.values());
  for (let pass = 0; pass < boxes.length; pass += 1) {
    let moved = false;
    for (const { from, to } of edges) {
      const least = (layerOf.get(from) ?? 0) + 1;
      if ((layerOf.get(to) ?? 0) >= least || least > last) continue;
      layerOf.set(to, least);
      moved = true;
    }
    if (!moved) break;
  }
  const used = [...new Set(layerOf.values())].sort((a, b) => a - b);
  return boxes.map((box) => ({ ...box, layer: used.indexOf(layerOf.get(box.id) ?? 0) }));
}

/** The longest way from the beginning; a circle, which no plan has, would end where it began. */
function layers(tasks: readonly TaskView[], byId: ReadonlyMap<string, TaskView>): Map<string, number> {
  const found = new Map<string, number>();
  const visit = (id: string, above: ReadonlySet<string>): number => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const task = byId.get(id);
    if (task === undefined || above.has(id)) return 0;
    const within = new Set(above).add(id);
    const layer = Math.max(-1, ...task.dependsOn.filter((on) => byId.has(on)).map((on) => visit(on, within))) + 1;
    found.set(id, layer);
    return layer;
  };
  for (const { id } of tasks) visit(id, new Set());
  pullRight(tasks, found);
  return found;
}

/** What depends on nothing stands right before whoever needs it first, so that no line is longer than it has to be. */
function pullRight(tasks: readonly TaskView[], found: Map<string, number>): void {
  for (const { id, dependsOn } of tasks) {
    if (dependsOn.length > 0) continue;
    const after = tasks.filter((task) => task.dependsOn.includes(id)).map((task) => found.get(task.id) ?? 0);
    if (after.length > 0) found.set(id, Math.min(...after) - 1);
  }
}

/** What it can be folded into, the largest first. All that is done is one box: what people look for is what is not. */
function foldKeys({ state, gang }: TaskView, layer: number, total: number): readonly string[] {
  if (total > UNFOLDED_MAX) {
    const ofLayer = `fold ${layer} ${gang ?? ""} ${state}`;
    return state === "done" ? [`fold done ${gang ?? ""}`, ofLayer] : [ofLayer];
  }
  return state === "done" && total >= 12 && gang !== null ? [`fold ${gang}`] : [];
}

function foldLabel({ gang, state }: TaskView, count: number): string {
  return gang === null ? `${count} ${state}` : `${gang}, ${count} ${state}`;
}

function edgesOf(
  tasks: readonly TaskView[],
  byId: ReadonlyMap<string, TaskView>,
  boxOf: ReadonlyMap<string, string>,
): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const { id, dependsOn } of tasks)
    for (const on of dependsOn) {
      const [from, to] = [boxOf.get(on), boxOf.get(id)];
      if (from === undefined || to === undefined || from === to) continue;
      edges.set(`${from} ${to}`, { from, to, kind: byId.get(on)?.fixes === null ? "needs" : "fix" });
    }
  return [...edges.values()];
}

/** Each layer in the order of the middle of what leads into it; boxes keep their distance. */
function placeBoxes(boxes: readonly GraphBox[], edges: readonly GraphEdge[]): void {
  const byLayer = Map.groupBy(boxes, ({ layer }) => layer);
  const place = new Map<string, number>();
  const sources = Map.groupBy(edges, ({ to }) => to);
  for (const layer of [...byLayer.keys()].sort((a, b) => a - b)) {
    const members = byLayer.get(layer) ?? [];
    const wanted = new Map(
      members.map((box, index) => {
        const from = (sources.get(box.id) ?? []).flatMap(({ from: id }) => place.get(id) ?? []);
        return [box.id, from.length === 0 ? index : from.reduce((sum, at) => sum + at, 0) / from.length];
      }),
    );
    const sorted = [...members].sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
    let free = 0;
    const mean = sorted.reduce((sum, { id }) => sum + (wanted.get(id) ?? 0), 0) / Math.max(1, sorted.length);
    const start = Math.max(0, mean - (sorted.length - 1) / 2);
    for (const [index, box] of sorted.entries()) {
      box.place = Math.max(free, start + index);
      free = box.place + 1;
      place.set(box.id, box.place);
    }
  }
}
