/**
 * Runs a command where nothing but loopback can be reached: `node scripts/offline.ts COMMAND [ARGUMENT…]`. It needs a
 * network namespace of its own, as Linux gives it to root, or to anyone where user namespaces are allowed. Where neither
 * works, as in many containers, it says so and runs the command with the network: what tests start is pointed to loopback
 * and has no key all the same.
 */
import { spawn, spawnSync } from "node:child_process";

/** Each of these starts a command with nothing but an unconfigured loopback interface. */
const ways = [
  ["unshare", "--net"],
  ["unshare", "--net", "--map-root-user"],
] as const;

/** `ip` may not be installed; busybox has one too. */
const loopbackUp = "ip link set lo up 2>/dev/null || busybox ip link set lo up";

const command = process.argv.slice(2);
const way = ways.find((each) => succeeds([...each, "sh", "-c", loopbackUp]));
if (command.length === 0) {
  console.error("offline: name a command to run.");
  process.exit(2);
} else if (way !== undefined) {
  run([...way, "sh", "-c", `${loopbackUp}; exec "$@"`, "sh", ...command], { REEVE_OFFLINE: "1" });
} else {
  console.error("offline: WARNING: this machine allows no network namespace, so the network stays reachable.");
  console.error("offline: to change that, allow `unshare --net` and install `iproute2`.");
  run(command, {});
}

function succeeds([program, ...args]: readonly [string, ...string[]]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function run([program = "", ...args]: readonly string[], more: Readonly<Record<string, string>>): void {
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...more } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(`offline: ${program} could not be started: ${error.message}`);
    process.exit(127);
  });
  child.once("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
