/**
 * What a person sees while `reeve run` works: in a terminal the loud sentences scroll above a live screen that is painted
 * over; elsewhere one line per event; with --json one JSON line per event.
 */

import type { RunRecord } from "../../../app/look/events.ts";
import { projectFleet } from "../../../app/look/fleet-view.ts";
import type { Role } from "../../../domain/spec/plan.ts";
import type { State } from "../../../engine/state.ts";
import type { Io } from "../io.ts";
import { printRecord, printSentences } from "../look/events.ts";
import { renderLive } from "./render-live.ts";
import { Screen } from "./screen.ts";

export interface Show {
  /** Begins with a line; from now on the live screen is painted, where there is one. */
  readonly open: (line: string, state: () => Promise<State>) => void;
  readonly record: (record: RunRecord) => void;
  /** What is said to whoever sits there. */
  readonly say: (line: string) => void;
  readonly close: () => void;
}

const PAINT_MS = 250;

export function showRun(io: Io, json: boolean, roles: Map<string, Role>): Show {
  if (json) return { open: () => {}, record: (record) => printRecord(io, record), say: () => {}, close: () => {} };
  if (io.isTty) return liveShow(io, roles);
  return {
    open: (line) => io.out(`${line}\n`),
    record: (record) => printSentences(io, record, roles, false),
    say: (line) => io.err(`${line}\n`),
    close: () => {},
  };
}

function liveShow(io: Io, roles: Map<string, Role>): Show {
  const screen = new Screen(io);
  const above: Io = { ...io, out: (text) => screen.print(text) };
  let timer: NodeJS.Timeout | null = null;
  const paint = (state: State): void => {
    if (timer !== null) screen.paint(renderLive(projectFleet(state, 0), io.now(), io.size()));
  };
  return {
    open: (line, state) => {
      io.out(`${line}\n`);
      timer = setInterval(() => void state().then(paint, () => {}), PAINT_MS);
    },
    record: (record) => printSentences(above, record, roles, false),
    say: (line) => above.out(`${line}\n`),
    close: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      screen.clear();
    },
  };
}
