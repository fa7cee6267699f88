import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../config/parse-config.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { findProject, listRuns, makeRun } from "./project.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reeve-project-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("the project", () => {
  it("is the nearest folder upwards that has a reeve.yaml, before any git repository", () => {
    mkdirSync(join(dir, ".git"));
    mkdirSync(join(dir, "app/deep/.git"), { recursive: true });
    expect(findProject(join(dir, "app")).root).toBe(dir);
    writeFileSync(join(dir, "app/reeve.yaml"), "");
    expect(findProject(join(dir, "app/deep")).root).toBe(join(dir, "app"));
  });

  const agents = "agents: { a: { adapter: command, command: [x], env: { state: wrong } } }\n";
  it.each([
    ["nothing said", agents, ".reeve"],
    ["in braces", `${agents}paths: { state: work/state }\n`, "work/state"],
    ["as a block", `paths:\n  # kept elsewhere\n  state: "quoted"\n${agents}`, "quoted"],
    ["the word elsewhere", `${agents}budgets: { usd: 1 }\n`, ".reeve"],
  ])("keeps its state where reeve.yaml says, read as the full parser reads it: %s", (_what, text, expected) => {
    writeFileSync(join(dir, "reeve.yaml"), text);
    expect(findProject(dir).stateDir).toBe(join(dir, expected));
    const parsed = parseConfig(text, "reeve.yaml");
    expect(parsed.ok && parsed.value.paths.state).toBe(expected);
  });
});

describe("runs", () => {
  it("are numbered, and listed by number once they have a journal", async () => {
    const project = findProject(dir);
    const made: RunPlace[] = [];
    while (made.length < 11) made.push(await makeRun(project));
    expect(made.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, i) => `r${i + 1}`));
    expect(await listRuns(project)).toEqual([]);
    for (const { dir: place } of made) writeFileSync(join(place, "journal.db"), "");
    expect((await listRuns(project)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it("are ignored by git without touching anybody's ignore files", async () => {
    const project = findProject(dir);
    await makeRun(project);
    expect(readFileSync(join(project.stateDir, ".gitignore"), "utf8")).toBe("*\n");
    expect(existsSync(join(dir, ".gitignore"))).toBe(false);
  });
});
