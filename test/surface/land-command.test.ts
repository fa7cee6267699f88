/** `reeve land` over a journal on disk and a real repository. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { acquireLock } from "../../src/journal/sqlite/folder-lock.ts";
import { type LandOptions, landCommand } from "../../src/views/cli/deliver/land.ts";
import { EXIT } from "../../src/views/cli/exit-codes.ts";
import { aRepository, type TestRepository } from "../repository.ts";
import { aJournaledRun, anIo } from "./journaled-run.ts";

let repository: TestRepository;

beforeEach(() => {
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  repository = aRepository({ "README.md": "# A project\n", ".gitignore": ".reeve\n" });
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
});

describe("reeve land", () => {
  it("lands a finished green run, and says so the second time", async () => {
    const { head } = await aJournaledRun(repository);
    const first = await land({});
    expect([first.code, first.out]).toEqual([EXIT.ok, expect.stringMatching(/^r1 has landed: main went from /)]);
    expect(repository.head()).toBe(head);
    expect((await land({})).out).toMatch(/^main already has everything of r1/);
  });

  it("asks for the gates again only where the branch had something besides", async () => {
    const { base, head } = await aJournaledRun(repository);
    const straight = await land({ merge: true });
    expect(straight.out).toContain("by a merge.");
    expect(straight.out).not.toContain("run your gates");
    repository.git("reset", "--quiet", "--hard", base);
    repository.write("besides", "");
    repository.commit("Besides");
    expect((await land({})).out).toContain("but not its merge with the other work on main: run your gates once.");
    expect(repository.git("merge-base", "main", head)).toBe(head);
  });

  it("refuses a run that has not ended, and one somebody works on", async () => {
    const { base } = await aJournaledRun(repository, "open");
    expect((await land({})).code).toBe(EXIT.stopped);
    const lock = acquireLock(join(repository.dir, ".reeve", "runs", "r1"));
    expect((await land({ partial: true })).code).toBe(EXIT.held);
    if ("release" in lock) lock.release();
    expect(repository.head()).toBe(base);
  });

  it("lands a run with a task that was skipped, without another word", async () => {
    const { head } = await aJournaledRun(repository, "skipped");
    expect(JSON.parse((await land({ json: true })).out)).toMatchObject({ type: "landed", to: head });
  });

  it("lands a run with a task that was given up only with --partial", async () => {
    const { base, head } = await aJournaledRun(repository, "given_up");
    const refused = await land({ json: true });
    expect(refused.code).toBe(EXIT.failed);
    expect(JSON.parse(refused.out)).toMatchObject({ error: expect.stringContaining("--partial"), exit: EXIT.failed });
    expect(repository.head()).toBe(base);
    expect(JSON.parse((await land({ partial: true, json: true })).out)).toMatchObject({ type: "landed", to: head });
  });

  it("names the files that are in the way, and what does not go together", async () => {
    await aJournaledRun(repository);
    repository.write("first.txt", "mine\n");
    const { code, err } = await land({});
    expect([code, err]).toEqual([EXIT.badInput, expect.stringMatching(/are in the way\..*\n {2}first\.txt\n$/)]);
    expect((await land({ ffOnly: true, merge: true })).code).toBe(EXIT.badInput);
    expect((await land({ into: "nowhere" })).code).toBe(EXIT.badInput);
  });
});

async function land(options: LandOptions) {
  const io = anIo(repository.dir);
  const world = {
    openSurface: async ({ root }: { root: string }) => openSurface(root, { PATH: "/nowhere" }),
    openFleet: () => Promise.reject(new Error("nothing is to be worked")),
  };
  const code = await landCommand(io, world, options);
  return { code, ...io.printed() };
}
