/**
 * Gathers what screens show of one run and keeps it new: the run itself by following its journal, and beside it only what is
 * looked at: a past moment, the decisions about a task, an agent's log, the other runs. It never writes.
 */
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import { readEvents } from "../../../app/look/events.ts";
import { type FleetView, projectFleet } from "../../../app/look/fleet-view.ts";
import { catchUp, newReplay, type Replay, replayRecord } from "../../../app/look/history/replay-run.ts";
import { watcherOf } from "../../../app/look/watcher.ts";
import { type Project, runPlace } from "../../../app/project/project.ts";
import type { Refusal } from "../../../app/refusal.ts";
import { type AttentionRow, attention, moreUrgent } from "../../model/attention.ts";
import { calmText } from "../../model/next.ts";
import { clockMinutes } from "../paint/short-times.ts";
import type { Watched } from "../screens/watched.ts";
import type { Place } from "../ui/ui.ts";
import { BesideRun } from "./beside-run.ts";

export interface WatchingOptions {
  readonly project: Project;
  readonly run: string;
  readonly now: () => number;
  readonly surfaces: Surfaces;
  /** There is something new to show. */
  readonly changed: () => void;
}

const LANDED_MS = 10_000;
/** Epics and boards are files: they are read again that often. */
const AROUND_MS = 10_000;

export class Watching {
  readonly #options: WatchingOptions;
  readonly #live: Replay;
  readonly #over = new AbortController();
  readonly #beside: BesideRun;
  #past: { readonly seq: number; readonly replay: Replay } | null = null;
  /** Everything that was there at first is read; before, a screen would show the past as if it were now. */
  #isRead = false;
  /** Null: nobody has looked yet. */
  #isWorked: boolean | null = null;
  #landing: { isLanded: boolean; lookedAt: number } = { isLanded: false, lookedAt: 0 };
  /** What epics and boards of the project ask. */
  #around: { rows: readonly AttentionRow[]; lookedAt: number } = { rows: [], lookedAt: Number.NEGATIVE_INFINITY };
  /** Why the journal cannot be read any further, in a sentence. */
  trouble: string | null = null;
  #projected: { readonly replay: Replay; readonly seq: number; readonly view: FleetView } | null = null;

  constructor(options: WatchingOptions) {
    this.#options = options;
    this.#live = newReplay(options.run);
    this.#beside = new BesideRun(options, this.#over.signal);
  }

  /** Resolves once what is there by now was read; it goes on until `stop`. */
  async start(): Promise<void> {
    const { project, run } = this.#options;
    const first = await readEvents(project, { run }, (record) => replayRecord(this.#live, record));
    if (!first.ok) return this.#troubled(first.refusal);
    await this.lookWhoWorks();
    this.#isRead = true;
    void this.#follow();
  }

  stop(): void {
    this.#over.abort();
  }

  async lookWhoWorks(): Promise<void> {
    const { project, run, now } = this.#options;
    const { dir } = runPlace(project, run);
    const watcher = await watcherOf(project.runs, run, dir, now()).catch(() => null);
    const isWorked = watcher !== null;
    if (isWorked !== this.#isWorked) this.#options.changed();
    this.#isWorked = isWorked;
    await this.#lookWhetherLanded(now());
    await this.#lookAround(now());
  }

  async #lookAround(now: number): Promise<void> {
    if (now - this.#around.lookedAt < AROUND_MS) return;
    this.#around.lookedAt = now;
    const { lookBeside } = await import("../../../app/look/waiting-beside.ts");
    const { waiting } = await lookBeside(this.#options.project, now).catch(() => ({ waiting: [] }));
    if (waiting.length === 0 && this.#around.rows.length === 0) return;
    const { besideRows } = await import("../../model/attention-beside.ts");
    this.#around.rows = besideRows(waiting).map(ofNoTask);
    this.#options.changed();
  }

  /** Only an ended run can be; people land by hand too, so it is looked at again and again, but not often. */
  async #lookWhetherLanded(now: number): Promise<void> {
    if (this.#live.state.run.phase !== "ended" || now - this.#landing.lookedAt < LANDED_MS) return;
    this.#landing.lookedAt = now;
    const { isLanded } = await import("../../../app/deliver/is-landed.ts");
    const landed = await isLanded(this.#options.project, this.#viewOf(this.#live));
    if (landed !== this.#landing.isLanded) this.#options.changed();
    this.#landing.isLanded = landed;
  }

  /** Null: nothing was read yet. */
  watched(moment: number | null, place: Place): Watched | null {
    const replay = this.#replayAt(moment);
    if (!this.#isRead || replay.history.seq === 0) return null;
    const isPast = replay !== this.#live;
    const now = isPast ? replay.history.to : this.#options.now();
    const view = this.#viewOf(replay);
    return {
      view,
      history: replay.history,
      rows: isPast ? attention(view, now) : this.#needs(view, now),
      calm: calmText(view, now, clockMinutes),
      now,
      isPast,
      isWorked: this.#isWorked !== false,
      ...this.#beside.shown(place, replay.history.seq),
    };
  }

  #needs(view: FleetView, now: number): AttentionRow[] {
    const own = attention(view, now, { isWorked: this.#isWorked !== false, isLanded: this.#landing.isLanded });
    if (this.#around.rows.length === 0) return own;
    return [...own, ...this.#around.rows].sort((a, b) => moreUrgent(a, b, now));
  }

  #replayAt(moment: number | null): Replay {
    if (moment === null || moment >= this.#live.history.seq) {
      this.#past = null;
      return this.#live;
    }
    if (this.#past?.seq !== moment) void this.#fold(moment);
    return this.#past?.replay ?? this.#live;
  }

  /** From the beginning, or on from where it is; whoever is asked for last is shown. */
  async #fold(seq: number): Promise<void> {
    const { project, run, changed } = this.#options;
    const known = this.#past;
    const replay =
      known !== null && known.seq < seq && known.replay.history.seq === known.seq ? known.replay : newReplay(run);
    this.#past = { seq, replay: known?.replay ?? this.#live };
    await catchUp(project, replay, seq).catch(() => {});
    if (this.#past?.seq !== seq) return;
    this.#past = { seq, replay };
    changed();
  }

  #viewOf(replay: Replay): FleetView {
    const { seq } = replay.history;
    if (this.#projected?.replay !== replay || this.#projected.seq !== seq)
      this.#projected = { replay, seq, view: projectFleet(replay.state, 0) };
    return this.#projected.view;
  }

  async #follow(): Promise<void> {
    const { project, run, changed } = this.#options;
    const from = this.#live.history.seq + 1;
    const followed = await readEvents(project, { run, from, follow: this.#over.signal }, (record) => {
      replayRecord(this.#live, record);
      changed();
    });
    if (!followed.ok) await this.#troubled(followed.refusal);
    changed();
  }

  async #troubled(refusal: Refusal): Promise<void> {
    const { refusalText } = await import("../../refusals/refusal-words.ts");
    this.trouble = refusalText(refusal);
    this.#options.changed();
  }
}

/** An item of an epic is no task of this run, even where both have one name. */
function ofNoTask(row: AttentionRow): AttentionRow {
  const [item] = row.tasks;
  return item === undefined ? row : { ...row, what: `${item}: ${row.what}`, tasks: [] };
}
