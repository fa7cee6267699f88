/** `scripts/offline.ts`: a command that reaches nothing but loopback, or the truth about why it can. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DOES_NOT_APPLY } from "../scripts/closing-line.ts";

const script = fileURLToPath(new URL("../scripts/offline.ts", import.meta.url));
const interfaces = 'console.log(Object.keys(require("node:os").networkInterfaces()).join())';
const ways = [["--net"], ["--net", "--map-root-user"]];
const mayUnshare = ways.some((flags) => spawnSync("unshare", [...flags, "true"]).status === 0);

test("the command sees loopback only, and its exit code is passed on", (context) => {
  if (!mayUnshare) context.skip(`${DOES_NOT_APPLY}this machine allows no network namespace`);
  const { stdout, status } = offline([process.execPath, "-e", `${interfaces}; process.exit(7)`], process.env);
  expect(stdout).toBe("lo\n");
  expect(status).toBe(7);
});

test.each([{}, { CI: "true" }])("where no namespace is allowed that is said, and the command runs (%o)", (more) => {
  const env = { PATH: "nowhere", ...more };
  const { stdout, stderr, status } = offline([process.execPath, "-e", "console.log(1)"], env);
  expect(stdout).toBe("1\n");
  expect(stderr).toContain("the network stays reachable");
  expect(status).toBe(0);
});

function offline(command: readonly string[], env: NodeJS.ProcessEnv) {
  return spawnSync(process.execPath, [script, ...command], { env, encoding: "utf8" });
}
