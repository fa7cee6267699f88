/** What helps somebody who begins: another folder, completion in a real shell, and an old Node that finds a newer one. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASKS, aProject, aShellProject, atWork, planOf, UNTIL_GO } from "./kit.ts";
import { BIN } from "./project.ts";

describe("-C", () => {
  it("does everything as if started in that folder, before and after other options", () => {
    const project = aShellProject(planOf("asks"), { "*": ASKS });
    const elsewhere = aProject();
    expect(elsewhere.reeve("-C", project.dir, "run", "plan.yaml").code).toBe(3);
    expect(elsewhere.reeve("-C", project.dir, "status").out).toContain("0 of 1 task done");
    expect(elsewhere.reeve("-C", "nowhere", "status")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no such folder"),
    });
  });
});

describe("nothing but reeve", () => {
  it("shows how the newest run stands, and its help where there is none", () => {
    const project = aShellProject(planOf("asks"), { "*": ASKS });
    const elsewhere = aProject();
    expect(project.reeve()).toMatchObject({ code: 0, out: expect.stringContaining("Usage: reeve") });
    project.reeve("run", "plan.yaml");
    expect(project.reeve()).toEqual(project.reeve("status"));
    expect(elsewhere.reeve("-C", project.dir).out).toContain("0 of 1 task done");
    expect(elsewhere.reeve("-C", "nowhere").code).toBe(2);
  });
});

describe("completion", () => {
  it("completes a task's name in a real bash, however it is spelled", () => {
    const project = aShellProject(planOf("asks", "other"), { "*": ASKS });
    project.reeve("run", "plan.yaml");
    const reeve = `reeve() { '${process.execPath}' '${BIN}' "$@"; }`;
    const typed = 'COMP_WORDS=(reeve retry as); COMP_CWORD=2; _reeve; echo "$COMPREPLY"';
    const script = `${reeve}\nsource <(reeve completion bash)\n${typed}`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: project.dir,
      env: project.env,
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: "asks\n", stderr: "" });
  });
});

/** Whatever Node runs it says that it is one of that version. */
const PRETEND = "Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
const AS_OLD = ["--import", `data:text/javascript,${encodeURIComponent(PRETEND)}`, BIN];
const asOldNode = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, [...AS_OLD, ...args], { env, encoding: "utf8" });

describe("started by an older Node", () => {
  it("hands over to the one that REEVE_NODE names, with arguments and exit status", () => {
    const project = aProject();
    const env = { ...project.env, REEVE_NODE: process.execPath };
    const { stdout } = asOldNode(["--version"], env);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(asOldNode(["-C", project.dir, "status"], env).status).toBe(2);
  });

  it("passes on that the terminal hung up, which only the first process of a terminal hears", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const env = { ...project.env, REEVE_NODE: process.execPath };
    const old = spawn(process.execPath, [...AS_OLD, "run", "plan.yaml"], { cwd: project.dir, env, stdio: "ignore" });
    await atWork(project, "a");
    old.kill("SIGHUP");
    expect(await once(old, "exit")).toEqual([4, null]);
    expect(project.json("status")).toMatchObject([{ run: { phase: "stopped" } }]);
  });

  it("says in one line how to get one where there is none, also where the named one is as old", () => {
    const project = aProject();
    mkdirSync(join(project.dir, "bin"));
    project.write("bin/node", "#!/bin/sh\necho v20.1.0\n");
    chmodSync(join(project.dir, "bin/node"), 0o755);
    const { stderr, status } = asOldNode(["status"], { ...project.env, REEVE_NODE: join(project.dir, "bin/node") });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^reeve: Reeve needs Node 22\.18 or newer, but .* is Node 20\.20\.2\. `npm install -g node@24` .*\n$/,
    );
  });
});
