/**
 * `driver-main NAME`: the program a keeper starts in the agent's place. It reads its order from standard input, lets the
 * driver of that name run the turn, and prints what happens. Asked to end by a signal it has the turn interrupted, then
 * ends the agent with everything it started, and leaves as if by that signal.
 */
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { BugError } from "../../../domain/bug.ts";
import type { Driver } from "./driver.ts";
import { driverIo, print } from "./driver-io.ts";
import { DRIVER_ENV, DRIVER_EXIT, type DriveOrder, type DriverEnd } from "./driver-lines.ts";
import { drivers } from "./drivers.ts";

/** For an interrupted turn to end by itself. */
const INTERRUPT_MS = 2_000;
const END_GRACE_MS = 1_000;
const TERMINATED = 143;

/** Printed by ourselves for ourselves: the shape is checked as far as a mistake in Reeve could break it. */
const orderShape = z.looseObject({ prompt: z.string(), workspace: z.string(), newSession: z.string() });

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
process.exitCode = await main(process.argv[2] ?? "");
// What an SDK left open must not keep an ended turn alive.
process.exit();

async function main(name: string): Promise<number> {
  try {
    const load = drivers[name];
    if (!load) throw new BugError(`there is no driver called ${name}`);
    return await run(await load(), await readOrder());
  } catch (error) {
    process.stderr.write(`reeve driver: ${error instanceof Error ? error.stack : String(error)}\n`);
    return DRIVER_EXIT.bug;
  }
}

async function run(driver: Driver, order: DriveOrder): Promise<number> {
  const io = driverIo(order.workspace, stop);
  try {
    const end = await Promise.race([driver.drive(order, io), afterStop()]);
    print(end, stop);
    if (end.how === "done") return DRIVER_EXIT.done;
    return stop.signal.aborted ? TERMINATED : DRIVER_EXIT.failed;
  } finally {
    io.finish();
    await io.endAll(END_GRACE_MS);
  }
}

async function afterStop(): Promise<DriverEnd> {
  await new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve(), { once: true }));
  await sleep(INTERRUPT_MS);
  return { type: "end", how: "interrupted", text: "" };
}

async function readOrder(): Promise<DriveOrder> {
  const written = orderShape.parse(JSON.parse(await text(process.stdin))) as unknown as DriveOrder;
  const program = process.env[DRIVER_ENV.program];
  const token = process.env[DRIVER_ENV.token] ?? "";
  return {
    ...written,
    program: program === undefined ? written.program : [program, ...written.program.slice(1)],
    ...(written.callback && { callback: { ...written.callback, token } }),
  };
}
