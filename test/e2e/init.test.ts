/** `reeve init`: its two files are accepted as they are, and work with and without git once an agent is named. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Does what the plan that `init` writes asks for. */
const FIRST_AGENT = `case $REEVE_TASK_ID in hello) echo Hello. > hello.txt ;; *) echo See hello.txt. >> README.md ;; esac
echo '{"status":"done"}'
`;

/** As a person does who has no agent that `init` knows. */
function putAgentIn(project: TestProject, folder = "."): void {
  const file = `${folder}/reeve.yaml`;
  project.write(file, project.read(file).replace(/command: .*/, "command: [/bin/sh, ./agent.sh]"));
}

describe("reeve init", () => {
  it("writes two files that check accepts, and says what comes next", () => {
    const project = aProject();
    const { code, out } = project.reeve("init");
    expect(code).toBe(0);
    expect(out).toContain("`reeve check`");
    expect(project.reeve("check")).toMatchObject({ code: 0, err: "" });
  });

  it("writes files that work in a folder without git, and says so in them", () => {
    const project = aProject({ "README.md": "# Ours\n", "agent.sh": FIRST_AGENT });
    expect(project.json("init")).toMatchObject([{ isolation: "none" }]);
    expect(project.read("reeve.yaml")).toMatch(/^# No git here[\s\S]*^isolation: none$/m);
    putAgentIn(project);
    expect(project.reeve("run", "plan.yaml")).toMatchObject({ code: 0, err: "" });
    expect(project.read("README.md")).toBe("# Ours\nSee hello.txt.\n");
  });

  it.each([".", "packages/one"])("writes files that work in a repository, in its folder %s", (folder) => {
    const project = aProject({ "README.md": "# Ours\n", [`${folder}/agent.sh`]: FIRST_AGENT });
    for (const line of ["init --quiet --initial-branch=main", "add --all", "commit --quiet --message Begin"])
      gitIn(project.dir, ...line.split(" "));
    expect(project.at(folder).reeve("init")).toMatchObject({ code: 0, err: "" });
    expect(project.read(`${folder}/reeve.yaml`)).not.toMatch(/^isolation/m);
    putAgentIn(project, folder);
    expect(project.at(folder).reeve("run", "plan.yaml")).toMatchObject({ code: 0, err: "" });
    expect(gitIn(project.dir, "show", `reeve/r1:./${folder}/hello.txt`)).toBe("Hello.");
    expect(project.read("README.md")).toBe("# Ours\n");
  });

  it.each(["reeve.yaml", "plan.yaml"])("touches nothing where %s is there already", (name) => {
    const project = aProject({ [name]: "mine" });
    const { code, err } = project.reeve("init");
    expect(code).toBe(2);
    expect(err).toContain(`${name} is here already; nothing was changed`);
    expect(project.read(name)).toBe("mine");
    expect(existsSync(join(project.dir, name === "plan.yaml" ? "reeve.yaml" : "plan.yaml"))).toBe(false);
  });
});
