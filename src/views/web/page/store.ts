/**
 * What the page shows, as signals: where one is, what the server said last, which moment is looked at. Parts of a run come
 * in as they change and are put together here; nothing else keeps state but where the cursor is.
 */
import { batch, computed, signal } from "@preact/signals";
import { ApiError, get } from "./api.ts";
import { follow } from "./follow.ts";
import { parseRoute, type Route } from "./route.ts";
import type { Overview, PagePatch, RunOver, RunPage, TaskLine, TaskView } from "./types.ts";

export const route = signal<Route>(parseRoute(location.hash));
export const overview = signal<Overview | null>(null);
export const live = signal<RunPage | null>(null);
const past = signal<RunPage | null>(null);
/** The record that is looked at; null: live. */
export const moment = signal<number | null>(null);
export const connected = signal(false);
export const trouble = signal<string | null>(null);
/** Why the run of the address cannot be shown; null: it can, or nobody knows yet. */
export const absent = signal<string | null>(null);
/** What became of an order, for a while. */
export const said = signal<{ readonly text: string; readonly isRefused: boolean } | null>(null);
export const filter = signal("");
export const cursor = signal<string | null>(null);
/** The decision of the task under the cursor that is looked at, by its record; null: none. */
export const marked = signal<{ readonly task: string; readonly seq: number; readonly at: number } | null>(null);
/** What of the time is zoomed to; null: all of it. */
export const zoomed = signal<{ readonly from: number; readonly to: number } | null>(null);
const ticking = signal(Date.now());

export const page = computed(() => (moment.value === null ? live.value : past.value));
export const isLive = computed(() => moment.value === null);
/** The task under the cursor; before anybody has chosen one, what needs a person. */
export const chosen = computed(() => {
  const tasks = page.value?.view.tasks ?? [];
  const needs = ({ state }: TaskView) => state === "question" || state === "failed";
  return tasks.find(({ id }) => id === cursor.value) ?? tasks.find(needs);
});
/** Of the moment that is looked at. */
export const now = computed(() => (moment.value === null ? ticking.value : (past.value?.over.to ?? ticking.value)));

export function address(screen: string, at: Partial<Route> = {}): string {
  if (screen === "needs") return "#/";
  const { project, run } = place.value;
  const p = encodeURIComponent(at.project ?? project);
  if (screen === "history" || screen === "documents") return `#/p/${p}/${screen}`;
  const task = at.task === undefined ? "" : `/${encodeURIComponent(at.task)}`;
  return `#/p/${p}/${encodeURIComponent(at.run ?? run)}/${screen}${task}`;
}

export function go(screen: string, at: Partial<Route> = {}): void {
  location.hash = address(screen, at);
}

/** The run that is meant: the one of the address, else the newest of this project. */
export const place = computed(() => {
  const { project, run } = route.value;
  const known = overview.value;
  const id = project || known?.here || "";
  const newest = known?.projects.find((each) => each.id === id)?.run?.run ?? "";
  return { project: id, run: run || newest };
});

/** Where the server has what belongs to this project; null: nobody knows yet which one is meant. */
export const projectPath = computed(() => {
  const { project } = place.value;
  return project === "" ? null : `/projects/${encodeURIComponent(project)}`;
});

export const runPath = computed(() => `${projectPath.value ?? ""}/runs/${encodeURIComponent(place.value.run)}`);

/** Of all projects, what nobody has said to know of. */
export const needCount = computed(() => overview.value?.needs.filter(({ row }) => !row.acked).length ?? 0);

export async function refreshOverview(): Promise<void> {
  try {
    overview.value = await get<Overview>("/overview");
    trouble.value = null;
  } catch (error) {
    trouble.value = error instanceof ApiError && error.status === 401 ? "token" : String((error as Error).message);
  }
}

let parts = new Map<string, unknown>();
let following: AbortController | null = null;
let followed = "";

/** One run at a time. */
export function followRun(): void {
  const path = runPath.value;
  const { run } = place.value;
  const wanted = run === "" ? "" : path;
  if (wanted === followed) return;
  following?.abort();
  followed = wanted;
  batch(() => {
    live.value = null;
    absent.value = null;
    moment.value = null;
    marked.value = null;
  });
  followAgain();
}

/** The same run, from the beginning: what the server says first is all of it. */
export function followAgain(): void {
  if (followed === "") return;
  following?.abort();
  following = new AbortController();
  const { signal } = following;
  parts = new Map();
  const onState = (is: boolean) => {
    if (signal.aborted) return;
    connected.value = is;
    if (!is) return;
    parts = new Map();
    absent.value = null;
  };
  const onAbsent = (why: string) => {
    if (!signal.aborted) batch(() => ([connected.value, absent.value, live.value] = [true, why, null]));
  };
  const onRefused = () => {
    connected.value = false;
    trouble.value = "token";
  };
  const onData = (text: string) => signal.aborted || take(text);
  void follow(`${followed}/page`, { onData, onState, onAbsent, onRefused }, signal);
}

function take(text: string): void {
  // Only the newest: a page may be open for weeks.
  performance.clearMarks("reeve-data");
  performance.mark("reeve-data");
  const { set, drop } = JSON.parse(text) as PagePatch;
  for (const [key, value] of Object.entries(set)) parts.set(key, value);
  for (const key of drop) parts.delete(key);
  batch(() => {
    live.value = assemble();
    ticking.value = Date.now();
  });
}

function assemble(): RunPage {
  const order = (parts.get("order") ?? []) as readonly string[];
  const tasks = order.flatMap((id) => (parts.get(`task ${id}`) as TaskView | undefined) ?? []);
  const lines = Object.fromEntries(order.map((id) => [id, parts.get(`line ${id}`) as TaskLine]));
  return {
    view: { ...(parts.get("view") as RunPage["view"]), tasks, tree: parts.get("tree") as RunPage["view"]["tree"] },
    needs: parts.get("needs") as RunPage["needs"],
    next: parts.get("next") as RunPage["next"],
    over: { ...(parts.get("over") as RunOver), lines },
  };
}

let looking = 0;

/** Null: back to what is. */
export function lookAt(seq: number | null): void {
  const newest = live.value?.over.seq ?? 0;
  const wanted = seq === null || seq >= newest ? null : Math.max(1, seq);
  moment.value = wanted;
  if (wanted === null) {
    past.value = null;
    return;
  }
  // Until it is there, what was seen last stays: a slider that goes while it is dragged is none.
  past.value ??= live.value;
  const mine = ++looking;
  // While somebody drags, only where they stop is fetched.
  setTimeout(async () => {
    if (mine !== looking || moment.value !== wanted) return;
    try {
      const shown = await get<RunPage>(`${runPath.value}?at=${wanted}`);
      if (moment.value === wanted) past.value = shown;
    } catch (error) {
      if (moment.value === wanted) moment.value = null;
      said.value = { text: (error as Error).message, isRefused: true };
    }
  }, 60);
}

export function select(id: string | null): void {
  if (cursor.value !== id) marked.value = null;
  cursor.value = id;
}

export function tick(): void {
  ticking.value = Date.now();
}
