/** Takes the lock of the folder it is given, says so, and holds it until its input ends. */
import { acquireLock } from "../../src/journal/sqlite/folder-lock.ts";

const lock = acquireLock(process.argv[2] ?? "");
process.stdout.write("heldBy" in lock ? `refused ${lock.heldBy.pid}\n` : "held\n");
process.stdin.resume();
process.stdin.on("end", () => {
  if (!("heldBy" in lock)) lock.release();
});
