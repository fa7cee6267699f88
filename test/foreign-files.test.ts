/** Rooms that handle files which agents can write read them in one way only: bounded, and never waiting for a pipe. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const EFFECTS = fileURLToPath(new URL("../src/effects/", import.meta.url));
const ROOMS = [
  "workspace",
  "keeping",
  "integration",
  "hygiene",
  "git",
  "gates",
  "coherence",
  "surface",
  "processes",
  "callback",
];

/** Each with the reason why nobody but Reeve, the kernel or a person writes what it reads. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "processes/table/linux-table.ts": "the kernel's",
  "processes/table/ps-table.ts": "the kernel's",
  "processes/table/vitals.ts": "the kernel's",
  "processes/table/lineage.ts": "the kernel's",
  "processes/table/commands.ts": "the kernel's",
  "processes/table/limits.ts": "the kernel's",
  "processes/table/brand.ts": "the kernel's",
  "processes/table/peers.ts": "the kernel's",
  "processes/mail-slip.ts": "the kernel's list of sockets; what another user left is read as anybody's",
};

const WAYS = /\b(readFile|readFileSync|createReadStream)\b/;

test("no file of an agent's is read as if it were Reeve's own", () => {
  const names = ROOMS.flatMap((room) =>
    readdirSync(`${EFFECTS}${room}`, { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
  );
  const sources = names.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((name) => WAYS.test(readFileSync(`${EFFECTS}${name}`, "utf8")));
  expect(found.sort()).toEqual(Object.keys(ELSEWHERE).sort());
});
