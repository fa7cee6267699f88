/** Where tests of real agents run. Without a network namespace there is nothing to see; `scripts/offline.ts` says so. */
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { AGENT_NAMES, whyNotInstalled } from "./harness/installed.ts";

test.each(AGENT_NAMES)("%s is installed at the version that is pinned", (agent) => {
  expect(whyNotInstalled(agent)).toBeNull();
});

if (process.env["REEVE_OFFLINE"] === "1") {
  test("nothing but loopback can be reached", () => {
    expect(Object.keys(networkInterfaces())).toEqual(["lo"]);
  });
}
