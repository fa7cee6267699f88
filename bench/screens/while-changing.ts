/** Calls ten times a second for ten seconds, after one second to get warm, and prints what that took of a core and of memory. */
import { setTimeout as sleep } from "node:timers/promises";

const HZ = 10;
const SECONDS = 10;

export async function whileChanging(paint: (n: number) => void): Promise<void> {
  for (let n = 0; n < HZ; n += 1) await turn(paint, n);
  const before = process.cpuUsage();
  const begun = performance.now();
  for (let n = 0; n < HZ * SECONDS; n += 1) await turn(paint, HZ + n);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 1_000 / (performance.now() - begun);
  console.log(JSON.stringify({ share, bytes: process.memoryUsage.rss() }));
}

async function turn(paint: (n: number) => void, n: number): Promise<void> {
  paint(n);
  await sleep(1_000 / HZ);
}
