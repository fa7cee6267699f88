/** Every response to a broken rule, each tried with a shell that breaks it; and who is left alone when it is not known who did. */
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject } from "./git-kit.ts";
import { eventsOf, ofType } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** What each task does wrong, in shell; the rule it breaks, and what has to follow. */
const DEEDS: Readonly<Record<string, { readonly does: string; readonly rule: string; readonly response: string }>> = {
  logged: { does: "perl -e 'sleep 3'", rule: "commands", response: "log" },
  notified: { does: "for i in 1 2 3 4 5 6 7 8; do sleep 3 & done; wait", rule: "sh/processes", response: "notify" },
  warned: { does: "mkdir -p other; echo y > other/f; sleep 7", rule: "files_outside", response: "warn" },
  paused: { does: "echo kept > src/kept; awk 'BEGIN { system(\"sleep 60\") }'", rule: "no-awk", response: "pause" },
  reaped: { does: "perl -e 'sleep 60' https://a.evil.example/x", rule: "hosts", response: "reap" },
  worktree: { does: "echo '# mine' >> reeve.yaml; sleep 60", rule: "rules_touched", response: "reap" },
  checkout: { does: "echo '# mine' >> $PROJECT/reeve.yaml; sleep 60", rule: "rules_touched", response: "reap" },
  state: { does: "echo x > $PROJECT/.reeve/mine; sleep 60", rule: "rules_touched", response: "reap" },
};

const STRICT = `max_parallel: 1
agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh], violations: [{ processes: 6 }] } }
policies: { brake: { same_failures: 0 }, halt_failed_percent: 100 }
violations:
  - { commands: [perl], do: log }
  - { commands: [awk], do: pause, name: no-awk }
  - { files_outside: [src/**, reeve.yaml], do: warn }
  - { hosts: ["*.evil.example"], do: reap }
  - { seen: [rules_touched], do: reap }
`;

function offenders(settings: string, ...names: readonly string[]): GitProject {
  const deeds = names.map((name) => `${name}) ${DEEDS[name]?.does} ;;`);
  const script = `case $REEVE_TASK_ID in\n${deeds.join("\n")}\nesac\nmkdir -p src; echo hi > src/$REEVE_TASK_ID\necho '{"status":"done"}'\n`;
  const plan = `title: A plan\ntasks:\n${names.map((id) => `  - { id: ${id}, prompt: Work. }\n`).join("")}`;
  const it = aGitProject(plan, {}, { files: { "agent.sh": script, "reeve.yaml": settings } });
  it.project.with({ PROJECT: it.project.dir });
  return it;
}

describe("each response, from a hostile shell", () => {
  it("follows once, is in the journal and in status, and ends only whom it is meant for", () => {
    const { project, git } = offenders(STRICT, ...Object.keys(DEEDS));
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const seen = violationsOf(project);
    for (const [task, { rule, response }] of Object.entries(DEEDS)) {
      const own = seen.filter(({ attempts, rule: broken }) => attempts.includes(`${task}.1`) && broken === rule);
      expect([task, own.map((each) => each.response)]).toEqual([task, [response]]);
    }
    const events = eventsOf(project, "--all");
    const done = ofType(events, "task_done").map(({ task }) => task);
    expect(done.toSorted()).toEqual(["logged", "notified", "warned"]);
    expect(ofType(events, "task_told").map(({ task }) => task)).toEqual(["warned"]);
    // What was paused is kept, what was reaped lies on a ref.
    expect(git("status", "--short").trim()).not.toContain("src/kept");
    expect(project.reeve("why", "paused").out).toContain("no-awk");
    expect(project.reeve("status").out).toContain("it is ended, its work is parked");
  });

  it("ends nobody where it is not known which of several did it, or whether a person did", () => {
    const { project } = offenders(
      STRICT.replace("max_parallel: 1", "max_parallel: 4"),
      "checkout",
      "logged",
      "notified",
    );
    project.write("agent.sh", project.read("agent.sh").replace("sleep 60", "sleep 6"));
    project.reeve("run", "plan.yaml");
    const [touched] = violationsOf(project).filter(({ rule }) => rule === "rules_touched");
    expect(touched?.attempts.length).toBeGreaterThan(1);
    expect(touched?.response).toBe("notify");
    expect(ofType(eventsOf(project, "--all"), "attempt_stopping")).toEqual([]);
  });
});

function violationsOf(project: TestProject) {
  return ofType(eventsOf(project, "--all"), "violation_seen").map(({ violation }) => violation);
}
