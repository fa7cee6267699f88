/** The least that restarts a child: a Node program that starts it again when it has ended. Ends its child with itself. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./restarted-child.js", import.meta.url));
let ending = false;
let child = start();

process.on("SIGTERM", () => {
  ending = true;
  child.once("exit", () => process.exit(0));
  child.kill("SIGKILL");
});

function start(): ChildProcess {
  return spawn(process.execPath, [program], { stdio: "ignore" }).once("exit", () => {
    if (!ending) child = start();
  });
}
