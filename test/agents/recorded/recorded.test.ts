/** Recordings are of the versions that are pinned, and each is played: otherwise `npm test` would speak of another agent. */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AGENT_NAMES, installedAgent } from "../harness/installed.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const players = globSync("../*-recorded.test.ts", { cwd: here }).map((file) => readFileSync(`${here}/${file}`, "utf8"));

test("there are recordings of every agent, at the version that is pinned and no other", () => {
  const pinned = AGENT_NAMES.map((name) => `${name}-${installedAgent(name).pinned}`);
  expect(folders.map(({ name }) => name).sort()).toEqual([...pinned].sort());
});

test.each(folders.map(({ name }) => name))("every recording of %s is played", (folder) => {
  const names = readdirSync(`${here}/${folder}`).map((file) => file.replace(/^(?:exec|server)-|\.jsonl$/g, ""));
  const notPlayed = names.filter((name) => !players.some((text) => text.includes(name)));
  expect(notPlayed).toEqual([]);
});
