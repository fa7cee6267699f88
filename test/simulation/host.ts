/** The only machine of a simulated world: it claims starts, is lost, and is started anew. */
import type { World } from "./world.ts";

const HOST = "h1";

/** Whether it may start the attempt. One that is lost may not before it is heard of again; asking twice changes nothing. */
export function claim(world: World, attempt: string): boolean {
  const input = { type: "attempt_claimed", attempt, host: HOST, inputHash: "x" } as const;
  const isKnown = world.state.hosts.has(HOST);
  const answer = world.submit(input);
  if (!isKnown) {
    if (answer.type === "go") throw new Error(`a lost host may start ${attempt}`);
    world.submit({ type: "host_up", host: HOST, bootId: `b${world.boot}` });
    return claim(world, attempt);
  }
  if (answer.type !== "go") return false;
  // Where the run was halted in the same step, it is not wanted any more.
  const isWanted = world.state.attempts.live.get(attempt)?.phase === "starting";
  const again = world.submit(input);
  if (isWanted && again.type !== "go") throw new Error(`the host does not get its own claim on ${attempt} back`);
  return true;
}

/** The machine with all its processes is gone; Reeve, elsewhere, is told. */
export function loseHost(world: World): void {
  for (const process of world.processes.values()) process.ended ??= world.sessions.lose(process.attempt, world.now);
  world.submit({ type: "host_lost", host: HOST });
}

/** The machine was restarted: its processes are gone, and it says so. */
export function reboot(world: World): void {
  world.boot += 1;
  for (const process of world.processes.values()) {
    if (process.ended === null) world.sessions.end(process.attempt, null);
    process.ended ??= world.now;
  }
  const isKnown = world.state.hosts.has(HOST);
  world.submit({ type: "host_up", host: HOST, bootId: `b${world.boot}` });
  const left = [...world.state.attempts.live.values()].filter(({ host }) => host === HOST);
  if (isKnown && left.length > 0) throw new Error(`${left.map(({ id }) => id)} outlive the boot they stood on`);
}
