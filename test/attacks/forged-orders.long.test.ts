/**
 * An agent writes orders into the mailbox of the journal's database by itself, in a person's name, with no `reeve` in between. No
 * sandbox: it has the rights of the user. Real processes, the built command.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { ASKS, eventsOf, ofType, planOf } from "../e2e/kit.ts";
import { until } from "../wait.ts";
import { aPlace, mergedText, ONCE } from "./attack-kit.ts";
import { CLIENT, FORGER } from "./forger.ts";

const SETTINGS = `${ONCE}sandbox: off\n`;

/** Until somebody lets it. */
const WAITS = 'touch "$REEVE_PROJECT/here"; until [ -e "$REEVE_PROJECT/go" ]; do sleep 0.05; done';

interface Forged {
  readonly it: GitProject;
  /** What became of the last order it laid. */
  readonly outcome: () => { readonly type: string; readonly because?: string };
}

/** `evil` forges, then writes its file; `b` is what it wants to have skipped. */
function forging(how: string, count = 1, before = "true"): Forged {
  const place = aPlace();
  const [forger, said] = [join(place, "forge.mjs"), join(place, "said")];
  writeFileSync(forger, FORGER);
  const reeve = `REEVE_PID=$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' "$REEVE_PROJECT/.reeve/runs/r1/holder.json")`;
  const forge = `${reeve} "${process.execPath}" --no-warnings "${forger}" "$REEVE_PROJECT/.reeve/runs/r1" "${said}" "${how}" ${count}`;
  const agents = { evil: `${before}; ${forge}; ${writes("evil.txt", "evil")}`, b: writes("b.txt", "b"), c: ASKS };
  const it = aGitProject(planOf("id: evil", "id: b, depends_on: [evil]"), agents, { settings: SETTINGS });
  return { it, outcome: () => JSON.parse(readFileSync(said, "utf8")) };
}

function violations({ project }: GitProject, rule: string) {
  return ofType(eventsOf(project), "violation_seen").filter(({ violation }) => violation.rule === rule);
}

describe("an order that an agent lays into the mailbox", () => {
  it.each([
    ["in the name of a process that is not there", "nobody"],
    ["in the name of a living Reeve", "reeve"],
    ["in its own name, with all that a sender shows", "own slip"],
  ])("%s is refused and told", (_name, how) => {
    const { it, outcome } = forging(how);
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(outcome()).toMatchObject({ type: "refused", because: expect.stringMatching(/not taken/) });
    expect(mergedText(it, "b.txt")).toBe("b");
    const [seen, ...more] = violations(it, "order_by_agent");
    expect(more).toEqual([]);
    expect(seen?.violation.paths).toEqual([expect.stringContaining("reeve skip, laid into the mailbox")]);
    expect(it.project.reeve("status").out).toContain("tried to give an order as if it were a person");
  });

  it("that is nothing Reeve could read is refused, and stops nobody", () => {
    const { it, outcome } = forging("garbage");
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(outcome()).toMatchObject({ type: "refused" });
  });

  it("ten thousand times keeps no person from giving one, and is told ten times at most", async () => {
    const { it } = forging("nobody", 10_000, WAITS);
    const reeve = it.project.start("run", "plan.yaml");
    await until("the agent to begin", () => existsSync(join(it.project.dir, "here")));
    it.project.write("go", "");
    await until("the flood to begin", () => mails(it) > 1_000);
    expect(it.project.reeve("skip", "b", "--because", "a person says so")).toMatchObject({ code: 0 });
    expect((await reeve.ended).code).toBe(0);
    expect(ofType(eventsOf(it.project), "task_skipped")).toHaveLength(1);
    expect(violations(it, "order_by_agent").length).toBeLessThanOrEqual(10);
  });

  it("as a copy of one that a person gave is refused", async () => {
    const { it, outcome } = forging("copy", 1, WAITS);
    const reeve = it.project.start("run", "plan.yaml");
    await until("the agent to begin", () => existsSync(join(it.project.dir, "here")));
    expect(it.project.reeve("skip", "b", "--because", "mine")).toMatchObject({ code: 0 });
    it.project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    expect(outcome()).toMatchObject({ type: "refused" });
  });
});

describe("an order that an agent sends to the server of a person, with its token", () => {
  it.each([
    ["is refused and told", "stays"],
    ["is refused too where it hangs up at once", "hangs up"],
  ])("%s", async (_name, how) => {
    const place = aPlace();
    const [client, said, address] = [join(place, "client.mjs"), join(place, "said"), join(place, "address")];
    writeFileSync(client, CLIENT);
    const sends = `${WAITS}; env -i "${process.execPath}" "${client}" "$(cat "${address}")" "${said}" "${how}"; sleep 1`;
    const agents = { evil: `${sends}; ${writes("evil.txt", "evil")}`, b: writes("b.txt", "b") };
    const it = aGitProject(planOf("id: evil", "id: b, depends_on: [evil]"), agents, { settings: SETTINGS });
    const reeve = it.project.start("run", "plan.yaml");
    await until("the agent to begin", () => existsSync(join(it.project.dir, "here")));
    const server = it.project.start("serve");
    writeFileSync(address, (await server.line(/^Open http/)).slice("Open ".length));
    it.project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    server.signal("SIGINT");
    await server.ended;
    expect(mergedText(it, "b.txt")).toBe("b");
    if (how === "hangs up") return;
    expect(readFileSync(said, "utf8")).toMatch(/^403 .*Only a person may run/);
    expect(violations(it, "order_by_agent")).toHaveLength(1);
  });
});

function mails({ project }: GitProject): number {
  const database = new DatabaseSync(join(project.dir, ".reeve/runs/r1/journal.db"), { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS n FROM mailbox").get()?.n);
  } finally {
    database.close();
  }
}

describe("an agent that kills Reeve and lays an order into the mailbox before it is resumed", () => {
  it("is told of, since nobody can tell whose the order is", async () => {
    const kill = `kill -9 $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' "$REEVE_PROJECT/.reeve/runs/r1/holder.json"); sleep 0.5`;
    const { it } = forging("killed", 1, kill);
    const reeve = it.project.start("run", "plan.yaml");
    await reeve.ended;
    await until("the order to be laid", () => mails(it) === 1);
    it.project.reeve("run");
    const [seen, ...more] = violations(it, "order_unproven");
    expect(more).toEqual([]);
    expect(seen?.violation.paths).toEqual(["dev on desk (no terminal, pid 4711): reeve skip"]);
    expect(it.project.reeve("status").out).toContain("nobody can vouch for this order");
  });
});

describe("orders of people who are nobody's agent", () => {
  it("are told as theirs where no agent can have given them, though no Reeve was there", () => {
    const it = aGitProject(planOf("id: c", "id: b"), { c: ASKS, b: writes("b.txt", "b") }, { settings: SETTINGS });
    it.project.reeve("run", "plan.yaml");
    expect(it.project.reeve("skip", "c", "--because", "not now")).toMatchObject({ code: 0 });
    expect(it.project.reeve("run")).toMatchObject({ code: 0 });
    expect(ofType(eventsOf(it.project), "violation_seen")).toEqual([]);
  });
});
