/** `scripts/busy.ts`: a command that runs while others spin beside it, and what is left when it has ended. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isAlive } from "./attempts/attempt-lab.ts";
import { until } from "./wait.ts";

const script = fileURLToPath(new URL("../scripts/busy.ts", import.meta.url));

test("so many processes spin while the command runs, its exit code is passed on, and none of them is left", async () => {
  // Its parent is the script, whose other children are those that spin.
  const { stdout, status } = busy("3", "sh", "-c", 'cat "/proc/$PPID/task/$PPID/children"; echo; echo $$; exit 7');
  const [children = "", own] = stdout.split("\n");
  const spinning = children
    .trim()
    .split(" ")
    .filter((pid) => pid !== own);
  expect(spinning).toHaveLength(3);
  expect(status).toBe(7);
  for (const pid of spinning)
    await until(`the spinning process ${pid} to end`, async () => !(await isAlive(Number(pid))));
});

test("without a number, or without a command, it says what it wants", () => {
  expect(busy("vitest", "run")).toMatchObject({ status: 2, stderr: expect.stringContaining("how many") });
  expect(busy("3")).toMatchObject({ status: 2 });
});

test("a command that does not exist is told, and nobody spins on", () => {
  expect(busy("2", "no-such-command")).toMatchObject({
    status: 127,
    stderr: expect.stringContaining("no-such-command"),
  });
});

function busy(...args: readonly string[]) {
  return spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
}
