/** Does in virtual time what the engine wants done: who does it, for each kind of order. */
import { never } from "../../domain/bug.ts";
import type { Effect } from "../effect.ts";
import { note } from "./agenda.ts";
import { startProcess, stopProcess } from "./agents.ts";
import { checkRun, compareWork, mergeWork, verifyWork } from "./jobs.ts";
import { askPerson } from "./person.ts";
import { submit, type World } from "./simulated-world.ts";

/** Does all that is wanted now; some of it takes time and goes on the agenda. */
export function performAll(world: World): void {
  for (let next = world.pending.shift(); next !== undefined; next = world.pending.shift()) perform(world, next);
}

function perform(world: World, effect: Effect): void {
  switch (effect.type) {
    case "start_attempt":
      return startProcess(world, effect.order.id, effect.order.task);
    case "stop_attempt":
      return stopProcess(world, effect.attempt, effect.graceMs);
    case "verify":
      return verifyWork(world, effect.order);
    case "compare":
      return compareWork(world, effect.order);
    case "integrate":
      return mergeWork(world, effect.order);
    case "check_run":
      return checkRun(world);
    case "set_timer": {
      const { timer, at } = effect;
      return note(world.agenda, Math.max(at, world.now), () => submit(world, { type: "timer_due", timer }));
    }
    case "probe_endpoint":
      return; // A simulated agent meets no network that is away.
    case "allow":
    case "tell_attempt":
    case "nudge_attempt":
    case "pause_attempt":
    case "wake_attempt":
      return; // Nobody tells a simulated agent anything, and nothing is between it and its model.
    case "tend_monitors":
      return; // A simulated run has nobody to look at.
    case "send_notice":
      return; // Nobody is told of what is only simulated.
    case "ask_person":
      return askPerson(world, effect.question);
    default:
      return never(effect, "effect");
  }
}
