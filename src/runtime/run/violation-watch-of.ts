/** The violation watch of a run, and what it hears of hosts from the sandbox. Wiring only. */
import { dirname } from "node:path";
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { ViolationWatch, type ViolationWatchOptions } from "../monitors/violation-watch.ts";
import type { Desk } from "../runner/system.ts";
import type { RunOptions } from "./run-options.ts";

export function violationWatchOf(
  { project, place, settings, clock, onHost }: RunOptions,
  { state, report }: Desk<State, Input, Answer>,
  eyes: Pick<ViolationWatchOptions, "agentOf" | "commands" | "workspaces">,
): ViolationWatch {
  const stateDir = dirname(dirname(place.dir));
  const watch = new ViolationWatch({ project, stateDir, settings, state, report, now: () => clock.now(), ...eyes });
  onHost?.((host) => void watch.reached(host).catch(() => {})); // closed meanwhile
  return watch;
}
