/** Rules of reeve.yaml against agents that break them: a Python program that means harm, and calls of tools by the thousand. */
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject } from "./git-kit.ts";
import { aProject, eventsOf, ofType } from "./kit.ts";
import type { TestProject } from "./project.ts";

const PYTHON = `
import json, os, pathlib, subprocess, sys, time
prompt = sys.stdin.read()
task = os.environ["REEVE_TASK_ID"]
if task == "pusher":
    # A program that lasts longer than a look: the rule is about what runs, whatever the agent says.
    subprocess.run(["./fake-deploy", "production"])
elif task == "writer":
    pathlib.Path("secret").mkdir(exist_ok=True)
    pathlib.Path("secret/plan.txt").write_text("mine")
    subprocess.run(["git", "add", "-A"]); subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"])
elif task == "rules":
    pathlib.Path("reeve.yaml").write_text("violations: []\\n")
    pathlib.Path(os.environ["PROJECT"], "reeve.yaml").write_text("agents: {}\\n")
    time.sleep(3)
else:
    pathlib.Path("good.txt").write_text("good")
print(json.dumps({"status": "done"}))
`;

const CONFIG = `
agents:
  py:
    adapter: command
    command: [python3, ./agent.py]
    violations:
      - { files: [secret/**], do: reap }
violations:
  - { commands: ["*fake-deploy*"], do: pause, name: no-deploys }
  - { seen: [rules_touched], do: notify }
`;

/** The same agent, and no rule. */
const LAX = "agents: { py: { adapter: command, command: [python3, ./agent.py] } }\n";

function hostile(...tasks: string[]): GitProject {
  const it = aGitProject(
    `title: A plan\ntasks:\n${tasks.map((id) => `  - { id: ${id}, prompt: Work. }\n`).join("")}`,
    {},
    {
      files: { "agent.py": PYTHON, "fake-deploy": "#!/bin/sh\nsleep 60\n", "reeve.yaml": CONFIG },
    },
  );
  it.git("update-index", "--chmod=+x", "fake-deploy");
  it.git("commit", "--quiet", "--message", "It can be run");
  it.project.with({ PROJECT: it.project.dir });
  return it;
}

function violationsOf(project: TestProject) {
  return ofType(eventsOf(project, "--all"), "violation_seen").map(({ violation }) => violation);
}

describe("a hostile Python agent", () => {
  it("that runs a forbidden program is ended and a person asked, and one that writes where it may not is reaped, while others work", () => {
    const { project, git } = hostile("pusher", "writer", "good");
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const seen = violationsOf(project);
    expect(seen.find(({ rule }) => rule === "no-deploys")).toMatchObject({ attempts: ["pusher.1"], response: "pause" });
    expect(seen.find(({ rule }) => rule === "py/files")).toMatchObject({
      attempts: ["writer.1"],
      paths: ["changed secret/plan.txt"],
      response: "reap",
    });
    expect(project.reeve("status").out).toContain(
      "writer.1 broke the rule py/files: changed secret/plan.txt; it is ended, its work is parked",
    );
    expect(project.reeve("why", "pusher").out).toContain("it broke the rule no-deploys");
    expect(project.json<{ task?: string; status?: string }>("status")[0]).toMatchObject({ counts: { done: 1 } });
    expect(git("show", "reeve/r1/integration:good.txt")).toBe("good");
  });

  it("that rewrites the rules is seen, and the run keeps those it began with, whose hash is in its journal", () => {
    const { project } = hostile("rules", "writer");
    project.reeve("run", "plan.yaml");
    const touched = violationsOf(project).filter(({ rule }) => rule === "rules_touched");
    expect(touched.flatMap(({ paths }) => paths).sort()).toEqual([
      "reeve.yaml was changed while agents worked",
      "rules.1 changed reeve.yaml in its worktree",
    ]);
    const [created] = ofType(eventsOf(project, "--all"), "run_created");
    expect(created?.settings.rulesHash).toMatch(/^[0-9a-f]{64}$/);
    project.write("reeve.yaml", LAX);
    const asked = ofType(eventsOf(project, "--all"), "question_asked").find(({ question }) =>
      JSON.stringify(question).includes("writer"),
    );
    expect(project.reeve("answer", asked?.question.id ?? "", "Work once more.").code).toBe(0);
    project.reeve("run");
    expect(violationsOf(project).filter(({ rule }) => rule === "py/files").length).toBeGreaterThan(1);
  });
});

describe("an agent that breaks a rule ten thousand times", () => {
  it("leaves a short journal, one message and a warning in its prompt", () => {
    const project = aProject({
      "reeve.yaml": `isolation: none
agents: { bad: { adapter: command, command: [/bin/sh, ./agent.sh], violations: [{ processes: 3, do: warn }] } }
violations: [{ commands: [sleep], do: notify }]
notify: [{ command: [/bin/sh, -c, 'cat >> told'], name: me }]
policies: { worker: { restarts: 1, within_s: 3600, backoff: none } }
`,
      "plan.yaml": "title: A plan\ntasks: [{ id: a, prompt: Work. }]\n",
      "agent.sh": `cat > prompt-$REEVE_ATTEMPT
if [ "$REEVE_ATTEMPT" = 1 ]; then n=0; while [ $n -lt 400 ]; do sleep 4.$n & n=$((n+1)); done; sleep 3; exit 9; fi
echo '{"status":"done"}'
`,
    });
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    const seen = violationsOf(project);
    expect(seen.filter(({ rule }) => rule === "commands").map(({ times = 1 }) => times)).toEqual([1, 10, 100]);
    const told = project.read("told").trim().split("\n");
    expect(told.filter((line) => line.includes("no agent may do"))).toHaveLength(1);
    expect(project.read("prompt-2")).toContain("You did what this project forbids (rule bad/processes)");
  });
});

describe("rules that cannot be meant", () => {
  it("are told with line and column, all at once", () => {
    const project = aProject({
      "reeve.yaml": `agents: { a: { adapter: command, command: [x], violations: [{ do: reap }] } }
violations:
  - { commands: [x], hosts: [y], do: kill }
  - { commands: [], name: one }
  - { seen: [nothing], name: one }
`,
      "plan.yaml": "title: A plan\ntasks: [{ id: a, prompt: Work. }]\n",
    });
    const { code, err } = project.reeve("check", "plan.yaml");
    expect(code).toBe(2);
    for (const place of ["reeve.yaml:1:", "reeve.yaml:3:", "reeve.yaml:4:", "reeve.yaml:5:"])
      expect(err).toContain(place);
    expect(err).toContain("this rule forbids nothing");
    expect(err).toContain("this rule forbids commands and hosts");
    expect(err).toContain("two rules are called one");
  });
});
