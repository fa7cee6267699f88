/** What becomes of an attempt's work when another one follows; nothing is ever lost, and every step can be repeated. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../../test/repository.ts";
import {
  aWorkspaceLab,
  BRANCH,
  INTEGRATION,
  integrate,
  ownAdmin,
  type WorkspaceLab,
} from "../../../../test/workspace-lab.ts";

const SECOND = { attempt: "api.2", number: 2 } as const;
const PARKED = "refs/reeve/parked/r1/api/1";
let user: TestRepository;
let lab: WorkspaceLab;
let admin: string;

beforeEach(async () => {
  user = aRepository({ "a.txt": "a\n", "b.txt": "b\n", ".gitignore": "node_modules/\n" });
  lab = await aWorkspaceLab(user);
  await lab.ready();
  admin = ownAdmin(user.dir);
});

afterEach(() => user.remove());

describe("keep", () => {
  test("commits, changes and new files of the attempt before are there", async () => {
    await work();
    const again = await lab.ready(SECOND);
    expect(again).toMatchObject({ parked: null, workspace: { branch: BRANCH, base: user.head() } });
    expect(files()).toEqual({ "a.txt": "uncommitted\n", "b.txt": "committed\n", "new.txt": "new\n" });
  });

  test("where there is nothing to keep, the attempt begins from what is integrated by now", async () => {
    const onto = integrate(user, { "c.txt": "c\n" });
    expect((await lab.ready(SECOND)).workspace?.base).toBe(onto);
    expect(lab.read("c.txt")).toBe("c\n");
  });

  test("work that is not committed holds the attempt where it began", async () => {
    lab.write("new.txt", "new\n");
    const base = user.head();
    integrate(user, { "c.txt": "c\n" });
    expect((await lab.ready(SECOND)).workspace?.base).toBe(base);
    expect(lab.read("new.txt")).toBe("new\n");
  });

  test("a worktree that was deleted comes back from the branch", async () => {
    await work();
    rmSync(lab.dir, { recursive: true });
    await lab.ready(SECOND);
    expect(lab.read("b.txt")).toBe("committed\n");
    expect(lab.read("a.txt")).toBe("a\n");
  });
});

describe("discard", () => {
  test("all of it is parked and the attempt begins anew from what is integrated; ignored files stay", async () => {
    await work();
    const onto = integrate(user, { "c.txt": "c\n" });
    const again = await lab.ready({ ...SECOND, changeset: "discard" });
    expect(again).toMatchObject({ parked: PARKED, workspace: { base: onto } });
    expect(files()).toEqual({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
    expect(lab.read("node_modules/x")).toBe("installed\n");
    expect(lab.git("status", "--porcelain")).toBe("");
    expect(lab.git("rev-parse", BRANCH)).toBe(onto);
    expect(user.git("show", `${PARKED}:a.txt`)).toBe("uncommitted");
    expect(user.git("show", `${PARKED}:b.txt`)).toBe("committed");
    expect(user.git("show", `${PARKED}:new.txt`)).toBe("new");
    expect(user.git("log", "--format=%s", PARKED)).toContain("By the agent");
  });

  test("nothing to park, nothing parked", async () => {
    expect((await lab.ready({ ...SECOND, changeset: "discard" })).parked).toBeNull();
    expect(user.git("for-each-ref", "refs/reeve/parked")).toBe("");
  });

  test("commits the agent had left behind on the branch are parked with the rest", async () => {
    await work();
    const onBranch = lab.git("rev-parse", "HEAD");
    lab.git("checkout", "--quiet", "--force", "--detach", user.head());
    lab.write("elsewhere.txt", "e\n");
    await lab.ready({ ...SECOND, changeset: "discard" });
    expect(user.git("merge-base", "--is-ancestor", onBranch, PARKED)).toBe("");
    expect(user.git("show", `${PARKED}:elsewhere.txt`)).toBe("e");
    expect(lab.git("symbolic-ref", "--short", "HEAD")).toBe(BRANCH);
  });

  test("the same order again changes nothing: the attempt may be at work", async () => {
    await work();
    const first = await lab.ready({ ...SECOND, changeset: "discard" });
    lab.write("a.txt", "by the second attempt\n");
    expect(await lab.ready({ ...SECOND, changeset: "discard" })).toEqual(first);
    expect(lab.read("a.txt")).toBe("by the second attempt\n");
  });

  test.each<[string, () => void]>([
    ["after it was parked", () => {}],
    ["after the branch was moved", () => void user.git("update-ref", `refs/heads/${BRANCH}`, INTEGRATION)],
    ["while files were reset", () => halfReset()],
  ])("killed %s, it goes on and parks nothing twice", async (_when, half) => {
    await work();
    const order = { ...SECOND, changeset: "discard" } as const;
    const whole = await lab.ready(order);
    const commit = user.git("rev-parse", PARKED);
    // Back to how it was before, but for what was already safe.
    rmSync(join(admin, "reeve-attempt.json"));
    writeFileSync(
      join(admin, "reeve-moving.json"),
      JSON.stringify({ id: SECOND.attempt, parked: PARKED, sealed: null }),
    );
    lab.git("reset", "--hard", "--quiet", commit);
    half();
    writeFileSync(join(admin, "index.lock"), "");
    expect(await (await aWorkspaceLab(user)).ready(order)).toEqual(whole);
    expect(user.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/reeve/parked")).toBe(
      `${PARKED} ${commit}`,
    );
    expect(files()).toEqual({ "a.txt": "a\n", "b.txt": "b\n" });
  });

  test("killed between the ref and its note, the same work is not parked under a second name", async () => {
    await work();
    const order = { ...SECOND, changeset: "discard" } as const;
    const tip = lab.git("rev-parse", "HEAD");
    await lab.ready(order);
    const commit = user.git("rev-parse", PARKED);
    rmSync(join(admin, "reeve-attempt.json"));
    lab.git("reset", "--hard", "--quiet", commit);
    lab.git("reset", "--quiet", tip);
    expect((await lab.ready(order)).parked).toBe(PARKED);
    expect(user.git("rev-parse", PARKED)).toBe(commit);
  });

  test("other work under a name that is taken gets the next one", async () => {
    user.git("update-ref", PARKED, user.head());
    await work();
    expect((await lab.ready({ ...SECOND, changeset: "discard" })).parked).toBe(`${PARKED}-2`);
  });

  test("given up half way by the attempt before, it is brought to its end first", async () => {
    await work();
    const whole = await lab.ready({ ...SECOND, changeset: "discard" });
    writeFileSync(join(admin, "reeve-moving.json"), JSON.stringify({ id: "api.3", parked: "x", sealed: null }));
    lab.write("a.txt", "hal");
    lab.write("half.txt", "half");
    expect(await lab.ready({ attempt: "api.4", number: 4 })).toEqual({ ...whole, parked: null });
    expect(files()).toEqual({ "a.txt": "a\n", "b.txt": "b\n" });
  });

  test("killed right before it was forgotten, it is not done again over the work of its attempt", async () => {
    await lab.ready({ ...SECOND, changeset: "discard" });
    writeFileSync(join(admin, "reeve-moving.json"), JSON.stringify({ id: SECOND.attempt, parked: null, sealed: null }));
    lab.write("a.txt", "by the second attempt\n");
    await lab.ready({ attempt: "api.3", number: 3 });
    expect(lab.read("a.txt")).toBe("by the second attempt\n");
  });
});

/** A commit of the agent's own, a change, a new file, and something ignored. */
async function work(): Promise<void> {
  lab.write("b.txt", "committed\n");
  lab.git("commit", "--quiet", "--all", "--message", "By the agent");
  lab.write("a.txt", "uncommitted\n");
  lab.write("new.txt", "new\n");
  mkdirSync(join(lab.dir, "node_modules"), { recursive: true });
  lab.write("node_modules/x", "installed\n");
}

function halfReset(): void {
  user.git("update-ref", `refs/heads/${BRANCH}`, INTEGRATION);
  lab.write("a.txt", "hal");
  rmSync(join(lab.dir, "new.txt"));
  lab.write("half.txt", "half");
}

function files(): Record<string, string> {
  const names = readdirSync(lab.dir).filter((name) => name.endsWith(".txt"));
  return Object.fromEntries(names.sort().map((name) => [name, lab.read(name)]));
}
