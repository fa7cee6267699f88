/** `reeve review` over a journal on disk, a real repository and a real remote. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { type ReviewOptions, reviewCommand } from "../../src/views/cli/deliver/review.ts";
import { EXIT, type ExitCode } from "../../src/views/cli/exit-codes.ts";
import { aRepository, gitIn, type TestRepository } from "../repository.ts";
import { aJournaledRun, anIo, INTEGRATION, type TestIo } from "./journaled-run.ts";
import { standInGh } from "./stand-in-gh.ts";

let repository: TestRepository;
let home: string;

beforeEach(() => {
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  repository = aRepository({ "README.md": "# A project\n", ".gitignore": ".reeve\n" });
  home = dirname(repository.dir);
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
});

describe("reeve review", () => {
  it("prints text, JSON or Markdown, of the run or of one task", async () => {
    await aJournaledRun(repository);
    const text = await review({});
    expect(text.code).toBe(EXIT.ok);
    expect(text.out).toContain("a  First task — done, merged as ");
    expect(JSON.parse((await review({ json: true })).out)).toMatchObject({ run: { id: "r1", health: "green" } });
    expect(JSON.parse((await review({ json: true, task: "a" })).out)).toMatchObject({ id: "a", status: "done" });
    expect((await review({ markdown: true })).out).toMatch(/^# A plan\n/);
    expect((await review({ markdown: true, task: "a" })).out).toContain("Task `a` of run `r1`");
    expect((await review({ task: "a" })).out).toMatch(/^a {2}First task/);
  });

  it("tells what the worktrees take on disk, except in what is meant for others", async () => {
    await aJournaledRun(repository);
    expect((await review({})).out).toContain("\nWorktrees: more than 3.4 MB on disk; `reeve clean --dry-run` shows");
    expect(JSON.parse((await review({ json: true })).out)).toMatchObject({
      worktrees: { bytes: 3_400_000, isPart: true },
    });
    expect((await review({ markdown: true })).out).not.toContain("MB");
  });

  it("--diff shows what a task changed", async () => {
    await aJournaledRun(repository, "open");
    const { code, out } = await review({ task: "a", diff: true });
    expect(code).toBe(EXIT.ok);
    expect(out).toContain("+first\n");
    const json = JSON.parse((await review({ task: "a", diff: true, json: true })).out);
    expect(json).toMatchObject({ task: "a", diff: out });
    const none = await review({ task: "b", diff: true });
    expect([none.code, none.err]).toEqual([EXIT.badInput, expect.stringContaining("no diff")]);
  });

  it("refuses what makes no sense together, and a task that does not exist", async () => {
    await aJournaledRun(repository);
    for (const options of [{ diff: true }, { perTask: true }, { openPr: true, task: "a" }, { task: "x" }]) {
      expect((await review(options)).code).toBe(EXIT.badInput);
    }
    const empty = aRepository();
    expect(await reviewCommand(anIo(empty.dir), noWorld, {})).toBe(EXIT.badInput);
    empty.remove();
  });
});

describe("reeve review --open-pr", () => {
  it("pushes, opens a pull request and keeps a review file", async () => {
    const remote = aRemote();
    const gh = standInGh(home);
    const { head, reviewFile } = await aJournaledRun(repository);
    const { code, out } = await review({ openPr: true }, gh.env);
    expect([code, out]).toEqual([EXIT.ok, `Opened https://forge.example/pull/1 for ${INTEGRATION}.\n`]);
    expect(gitIn(remote, "rev-parse", INTEGRATION)).toBe(head);
    const [body, receipts] = readFileSync(reviewFile, "utf8").split("## Receipts");
    expect(gh.body().split("## Receipts")).toEqual([
      body,
      expect.stringContaining("git fetch origin refs/notes/reeve"),
    ]);
    expect(receipts).toContain('"reeve_receipt":1');
    expect(gitIn(remote, "notes", "--ref=reeve", "show", head)).toContain('"kind":"run"');
    const again = await review({ openPr: true }, gh.env);
    expect(again.out).toBe(`https://forge.example/pull/1 is up to date with ${INTEGRATION}.\n`);
  });

  it("without gh pushes and says where the review is", async () => {
    aRemote();
    await aJournaledRun(repository);
    const { code, out } = await review({ openPr: true });
    expect(code).toBe(EXIT.ok);
    expect(out).toBe(
      `Pushed ${INTEGRATION} to origin.\nNo pull request was opened: the program gh is not installed.\nThe review is in .reeve/runs/r1/review.md.\n`,
    );
  });

  it("without a remote writes the review file only; a remote that was named must exist", async () => {
    const { reviewFile } = await aJournaledRun(repository);
    const none = await review({ openPr: true });
    expect([none.code, none.out]).toEqual([EXIT.ok, "The review is in .reeve/runs/r1/review.md.\n"]);
    expect(none.err).toContain("has no remote");
    expect(existsSync(reviewFile)).toBe(true);
    expect((await review({ openPr: true, remote: "elsewhere" })).code).toBe(EXIT.badInput);
  });

  it("of a run that is not finished is a draft, and only with --yes", async () => {
    const remote = aRemote();
    const gh = standInGh(home);
    await aJournaledRun(repository, "open");
    const refused = await review({ openPr: true }, gh.env);
    expect([refused.code, refused.err]).toEqual([EXIT.stopped, expect.stringContaining("`--yes`")]);
    expect(gitIn(remote, "branch", "--list", "reeve/*")).toBe("");
    expect((await review({ openPr: true, yes: true, perTask: true }, gh.env)).code).toBe(EXIT.ok);
    expect(gh.calls().at(-1)).toContain("--draft");
  });

  it("a push that is refused is told, and exits with 1", async () => {
    aRemote();
    await aJournaledRun(repository);
    repository.write("x", "");
    const foreign = repository.commit("Elsewhere");
    repository.git("push", "--quiet", "origin", `${foreign}:refs/heads/${INTEGRATION}`);
    const { code, err } = await review({ openPr: true });
    expect([code, err]).toEqual([EXIT.failed, expect.stringContaining(`${INTEGRATION} was not pushed: `)]);
    expect((await review({ openPr: true, branch: "mine" })).code).toBe(EXIT.ok);
  });
});

const NO_GH = { PATH: "/nowhere" };
const needless = () => Promise.reject(new Error("nothing of the world is needed here"));
const noWorld = { openSurface: needless, worktreesUse: needless };

function review(options: ReviewOptions, env: NodeJS.ProcessEnv = NO_GH) {
  const worktreesUse = async (_project: unknown, run: string) => ({
    bytes: run === "r1" ? 3_400_000 : 0,
    isPart: true,
  });
  const world = { openSurface: async ({ root }: { root: string }) => openSurface(root, env), worktreesUse };
  return ran((io) => reviewCommand(io, world, options));
}

async function ran(command: (io: TestIo) => Promise<ExitCode>) {
  const io = anIo(repository.dir);
  const code = await command(io);
  return { code, ...io.printed() };
}

function aRemote(): string {
  const remote = join(home, "remote.git");
  gitIn(home, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  repository.git("remote", "add", "origin", remote);
  repository.git("push", "--quiet", "origin", "main");
  return remote;
}
