/**
 * What a person sees while `reeve run` works: in a terminal the loud sentences scroll above a live screen that is painted
 * over; elsewhere one line per event; with --json one JSON line per event.
 */
import type { Role } from "../../domain/plan.ts";
import type { State } from "../../domain/state.ts";
import type { RunRecord } from "../../runtime/engine-port.ts";
import { projectFleet } from "../project.ts";
import { printRecord, printSentences } from "./commands/events.ts";
import { type Io, print } from "./io.ts";
import { renderLive } from "./render-live.ts";
import type { FleetWish } from "./world.ts";

export interface Show {
  readonly record: (record: RunRecord) => void;
  /** From now on the live screen is painted, where there is one. */
  readonly open: (state: () => Promise<State>) => void;
  readonly close: () => void;
}

const PAINT_MS = 250;

export function showRun(io: Io, wish: Pick<FleetWish, "place">, json: boolean): Show {
  if (json) return { record: (record) => printRecord(io, record), open: () => {}, close: () => {} };
  const roles = new Map<string, Role>();
  print(io, [`Working on ${wish.place.id}. Ctrl-C stops; \`reeve run\` goes on.`]);
  const screen = io.isTty ? new Screen(io) : null;
  return {
    record: (record) => {
      screen?.clear();
      printSentences(io, record, roles, false);
    },
    open: (state) => {
      void state().then(
        (known) => {
          for (const task of known.tasks.values()) roles.set(task.id, task.spec.role);
        },
        () => {},
      );
      screen?.open(state);
    },
    close: () => screen?.close(),
  };
}

/** Paints a few lines at the bottom and takes them away again before anything else is printed. */
class Screen {
  readonly #io: Io;
  #painted = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(io: Io) {
    this.#io = io;
  }

  open(state: () => Promise<State>): void {
    const paint = () => {
      state().then(
        (now) => this.#paint(now),
        () => {},
      );
    };
    this.#timer = setInterval(paint, PAINT_MS);
  }

  clear(): void {
    if (this.#painted === 0) return;
    this.#io.out(`\u001b[${this.#painted}A\u001b[0J`);
    this.#painted = 0;
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.clear();
    this.#closed = true;
  }

  #paint(state: State): void {
    if (this.#closed) return;
    const lines = renderLive(projectFleet(state, 0), this.#io.now(), this.#io.size());
    this.clear();
    this.#io.out(`${lines.join("\n")}\n`);
    this.#painted = lines.length;
  }
}
