/** Agents as they should not be, under the whole program: what they do to it, and what a person sees. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  aProject,
  aShellProject,
  atWork,
  controlBytes,
  DONE,
  eventsOf,
  ofType,
  planOf,
  QUICK,
  UNTIL_GO,
} from "./kit.ts";
import type { TestProject } from "./project.ts";

const ONE_MEGABYTE =
  "isolation: none\nagents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh], limits: { output_mb: 1 } } }\n";

describe("an agent that", () => {
  it("prints 200 MB is kept to its limit on disk, and its result is found", () => {
    const project = aShellProject(planOf("a"), { a: `yes "all work and no play" | head -c 200000000; echo; ${DONE}` });
    project.write("reeve.yaml", ONE_MEGABYTE);
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(sizeOf(join(project.dir, ".reeve"))).toBeLessThan(3_000_000);
    const { out } = project.reeve("logs", "a");
    expect(out).toMatch(/bytes left out here/);
    expect(out.trimEnd().endsWith('{"status":"done"}')).toBe(true);
    expect(statSync(join(project.dir, ".reeve/runs/r1/journal.db")).size).toBeLessThan(500_000);
  });

  it("never ends its line is heard all the same", () => {
    const endless = `head -c 3000000 /dev/zero | tr '\\0' x`;
    const project = aShellProject(planOf("a", "b"), {
      a: `${endless}; echo; ${DONE}`,
      b: `printf '{"status":"done"}'`,
    });
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(project.reeve("status").out.length).toBeLessThan(2_000);
  });

  it("prints control bytes cannot reach the terminal through any command", () => {
    const noise = "\\033[2J\\033]0;title\\007\\010\\033[31mred\\302\\233K\\342\\200\\256gnp.exe";
    const asks = `printf '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"\\\\u001b[2JWhich\\\\u0007?","options":["\\\\u202ea"]}'`;
    const agent = { a: `printf '${noise}\\n'; printf '${noise}\\n' >&2; exit 3`, b: `printf '${noise}\\n'; ${asks}` };
    const project = aShellProject(planOf("a", "b"), agent, QUICK);
    const run = project.reeve("run", "plan.yaml");
    expect(run.code).toBe(3);
    const looks = [
      ["status"],
      ["why", "a"],
      ["why", "b"],
      ["events", "--all"],
      ["logs", "a"],
      ["logs", "b"],
      ["questions"],
    ];
    const seen = [run, ...looks.map((args) => project.reeve(...args))];
    for (const { out, err } of seen) expect(controlBytes(out + err)).toEqual([]);
    expect(project.reeve("logs", "a").out).toContain("red");
    for (const args of looks) expect(controlBytes(project.reeve(...args, "--json").out)).toEqual([]);
  });

  it("closes its output and lives on is waited for", async () => {
    const result = `echo '{"status":"done"}' > "$REEVE_RESULT"`;
    const project = aShellProject(planOf("a"), {
      a: `exec >&- 2>&-; echo here > here-a; until [ -e go ]; do sleep 0.02; done; ${result}`,
    });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    expect(project.json("status")).toMatchObject([{ running: [{ task: "a" }], attempts: 1 }]);
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
  });

  it("leaves a daemon behind does not leave it for long", () => {
    const daemon = "setsid sh -c 'echo $$ > daemon; exec sleep 600' > /dev/null 2>&1 < /dev/null &";
    const project = aShellProject(planOf("a"), { a: `${daemon}\nuntil [ -s daemon ]; do sleep 0.02; done; ${DONE}` });
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    const pid = Number(project.read("daemon"));
    expect(pid).toBeGreaterThan(1);
    expect(project.leftovers().filter((line) => line.startsWith(`${pid} `))).toEqual([]);
  });

  it("ends well with nothing gets the same input three times more, then a person is asked", () => {
    const project = aShellProject(planOf("a"), { a: "cat > prompt-$REEVE_ATTEMPT; exit 0" });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("a: gets the same input again (3 of 3)");
    const hashes = ofType(eventsOf(project), "attempt_claimed").map(({ inputHash }) => inputHash);
    expect(hashes.length).toBe(4);
    expect(new Set(hashes).size).toBe(1);
    expect(project.read("prompt-4")).toBe(project.read("prompt-1"));
  });

  it("is not installed is not even tried", () => {
    const project = aProject({
      "reeve.yaml": "isolation: none\nagents: { gone: { adapter: command, command: [no-such-agent, --now] } }\n",
      "plan.yaml": planOf("a"),
    });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("no-such-agent was not found");
    expect(project.json("status")).toMatchObject([{ attempts: 0, restarts: 0 }]);
  });

  it("writes a result without end is refused, not swallowed whole", () => {
    const once = "policies: { malformed_retries: 0 }\n";
    const project = aShellProject(planOf("a"), { a: `head -c 100000000 /dev/zero > "$REEVE_RESULT"` }, once);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(statSync(join(project.dir, ".reeve/runs/r1/journal.db")).size).toBeLessThan(500_000);
  });

  it("prints its keys does not get them into the journal", () => {
    const secrets = { configured: "s3cr3t-from-reeve-yaml", inherited: "s3cr3t-from-the-shell" };
    const asks = `printf '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"is %s right?"}' "$MY_API_KEY"`;
    const leak = 'echo "$TEAM_PASS $MY_API_KEY"; echo "$TEAM_PASS $MY_API_KEY" >&2';
    const project = aShellProject(planOf("a", "b"), { a: `${leak}; exit 3`, b: `${leak}; ${asks}` }, QUICK);
    project.write(
      "reeve.yaml",
      `isolation: none\nagents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh], env: { TEAM_PASS: ${secrets.configured} } } }\n${QUICK}`,
    );
    const { code } = project.with({ MY_API_KEY: secrets.inherited }).reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(project.reeve("why", "a").out).toContain("[redacted]");
    const kept = journalBytes(project) + project.reeve("events", "--all", "--json").out;
    for (const secret of Object.values(secrets)) expect(kept).not.toContain(secret);
  });

  it("is one of many at once is one of exactly as many as allowed", async () => {
    const tasks = Array.from({ length: 12 }, (_, i) => `t${i}`);
    const project = aShellProject(planOf(...tasks), { "*": `echo x >> started; ${UNTIL_GO}` }, "max_parallel: 5\n");
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "t0", "t1", "t2", "t3", "t4");
    expect(project.read("started")).toBe("x\n".repeat(5));
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    expect(project.read("started")).toBe("x\n".repeat(12));
  });
});

function journalBytes(project: TestProject): string {
  const dir = join(project.dir, ".reeve/runs/r1");
  const files = readdirSync(dir).filter((name) => name.startsWith("journal"));
  return files.map((name) => readFileSync(join(dir, name), "latin1")).join("\n");
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
