import { describe, expect, it } from "vitest";
import { aGitProject, fingerprint, type GitProject, writes } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

const START = { files: { "shared.txt": "one\ntwo\nthree\n" } };

/** Both change the same line; whoever is sent back finds the markers and keeps both sides. */
function rivals(resolve: string): Record<string, string> {
  const change = (who: string) =>
    `if grep -q '<<<<<<<' shared.txt; then grep -v '^[<>=]' > told-$REEVE_TASK_ID.txt; ${resolve}; else sed -i 's/two/two by ${who}/' shared.txt; fi; ${DONE}`;
  return { a: change("a"), b: change("b") };
}

const KEEP_BOTH = "sed -i '/^[<>|=]\\{7\\}/d' shared.txt";

function evictionsOf({ project }: GitProject): string[] {
  return ofType(eventsOf(project), "task_integrated").flatMap(({ integration }) =>
    integration.type === "merged" ? [] : [integration.type],
  );
}

describe("two tasks that change the same line", () => {
  it("are both merged: the second goes back with both sides and resolves the conflict", () => {
    const it = aGitProject(planOf("a", "b"), rivals(KEEP_BOTH), START);
    const before = fingerprint(it);
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1:shared.txt").split("\n").toSorted()).toEqual([
      "one",
      "three",
      "two by a",
      "two by b",
    ]);
    expect(evictionsOf(it)).toEqual(["conflict"]);
    const evicted = ofType(eventsOf(it.project), "task_integrated").find(
      (each) => each.integration.type === "conflict",
    );
    const told = it.git("show", `reeve/r1:told-${evicted?.task}.txt`);
    expect(told).toContain("shared.txt");
    expect(told).toContain(evicted?.task === "a" ? "two by b" : "two by a");
    expect(fingerprint(it)).toEqual(before);
    expect(it.git("fsck", "--no-dangling")).toBe("");
  });

  it("of which one never resolves it end in a question after three evictions; the other is merged", () => {
    // Whoever finds the other's work in its way takes its own side, as if nothing had been merged.
    const stubborn = (who: string) =>
      `if grep -q '<<<<<<<' shared.txt; then git merge --abort; fi; echo $REEVE_ATTEMPT > tries-${who}; sed -i 's/two.*/two by ${who}/' shared.txt; ${DONE}`;
    const it = aGitProject(
      planOf("a", "id: b, priority: -1"),
      { a: stubborn("a"), b: stubborn("b") },
      { ...START, settings: "workspace: { evictions: 3 }\n" },
    );
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(evictionsOf(it)).toEqual(["conflict", "conflict", "conflict"]);
    const [asked] = ofType(eventsOf(it.project), "question_asked");
    expect(asked?.question.because).toMatchObject({ rule: "evicted", facts: { count: 3, limit: 3 } });
    expect(out).toContain("(3 of 3 times)");
    expect(ofType(eventsOf(it.project), "task_done").length).toBe(1);
  });
});

describe("a merge", () => {
  it("that turns red goes back with the gate's output, and the integration branch stays green", () => {
    // Each passes alone; together they are too many.
    const gate = "test $(ls part-* | wc -l) -le 1 || { echo too many parts; exit 1; }";
    const one = (id: string) =>
      `if [ $REEVE_ATTEMPT = 1 ]; then touch part-${id}; else cat > told.txt; rm part-${id}; fi; ${DONE}`;
    const it = aGitProject(planOf(`id: a, gates: ['${gate}']`, `id: b, gates: ['${gate}']`), {
      a: one("a"),
      b: one("b"),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(evictionsOf(it)).toEqual(["red"]);
    expect(it.git("show", "reeve/r1:told.txt")).toContain("too many parts");
    expect(it.git("ls-tree", "--name-only", "reeve/r1").match(/^part-/gm)?.length).toBe(1);
  });

  it("is the only way onto the branch: what an agent puts there itself is parked and told", () => {
    const sneaks = `echo unproved > sneaked.txt; git add sneaked.txt; git commit -qm sneaked; git update-ref refs/heads/reeve/r1/integration HEAD; rm sneaked.txt; echo proved > a.txt; git add -A; git commit -qm proper; ${DONE}`;
    const it = aGitProject(planOf("a", "id: b, depends_on: [a]"), { a: sneaks, b: writes("b.txt", "b") });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("log", "--first-parent", "--format=%s", "reeve/r1", "^main").split("\n")).toEqual([
      "Merge b: Work.",
      "Merge a: Work.",
    ]);
    const seen = ofType(eventsOf(it.project), "violation_seen").map(({ violation }) => violation);
    expect(seen).toMatchObject([{ rule: "integration_moved", attempts: ["a.1"] }]);
    expect(it.project.reeve("parked").out).toContain("r1/@integration/1");
    expect(it.project.reeve("parked", "restore", "r1/@integration/1").code).toBe(0);
  });

  it("is one commit that names its task, and dependencies come first", () => {
    const it = aGitProject(planOf("id: c, depends_on: [b]", "id: b, depends_on: [a]", "a"), {
      a: writes("a", "a"),
      b: writes("b", "b"),
      c: writes("c", "c"),
    });
    it.project.reeve("run", "plan.yaml");
    const merges = it.git(
      "log",
      "--first-parent",
      "--merges",
      "--reverse",
      "--format=%(trailers:key=Reeve-Task,valueonly)",
      "reeve/r1",
    );
    expect(merges.split("\n").filter(Boolean)).toEqual(["a", "b", "c"]);
  });
});

describe("the integrated whole", () => {
  it("is checked once more with the gates of all tasks, and the run says why it is red", () => {
    const it = aGitProject(
      planOf(
        "id: a, gates: ['test ! -e b.txt || { echo b.txt is in the way; exit 1; }']",
        "id: b, gates: ['true'], depends_on: [a]",
      ),
      {
        a: writes("a.txt", "a"),
        b: writes("b.txt", "b"),
      },
      { settings: "policies: { escalation: give_up, lineage_retries: 0 }\n" },
    );
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(1);
    expect(out).toContain("b.txt is in the way");
    expect(ofType(eventsOf(it.project), "run_ended")).toMatchObject([{ verdict: "failed" }]);
    expect(it.project.reeve("land").code).not.toBe(0);
    expect(out).toMatch(/^All 2 tasks are done, in .*, but the integrated work is red\. Cost: /m);
    expect(out).toContain("`base: reeve/r1/integration`");
    const status = it.project.reeve("status").out;
    expect(status).toContain("2 of 2 tasks done · ended, but the integrated work is red\n");
    expect(status).toContain("Merged: 2 tasks in reeve/r1/integration (red)\n");
    expect(it.project.reeve("why").out).toMatch(/The integrated work is red: .*exit code 1[\s\S]*b\.txt is in the way/);
  });

  it("is reviewed with what changed, why, on which evidence and at what cost, and lands only when asked", () => {
    const it = aGitProject(planOf("id: a, title: The first part, gates: ['true']"), {
      a: `echo a > a.txt; echo '{"status":"done","files_created":["a.txt"],"decisions":["one file is enough"],"concerns":["no tests yet"]}'`,
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const { out } = it.project.reeve("review");
    for (const part of ["The first part", "a.txt", "one file is enough", "no tests yet", "reeve land"])
      expect(out).toContain(part);
    const before = it.git("rev-parse", "main");
    expect(before).not.toBe(it.git("rev-parse", "reeve/r1"));
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
    expect(it.git("show", "main:a.txt")).toBe("a");
    expect(it.project.read("a.txt")).toBe("a\n");
    expect(it.project.reeve("land").out).toMatch(/already/);
  });
});

describe("a contract", () => {
  it("that the work keeps ends the run well, one that it breaks does not", () => {
    const contract = (path: string) =>
      `contract: { entities: [{ name: greet, type: function, path: ${path}, created_by_task: a }] }\n`;
    const agent = { a: writes("greet.ts", 'export function greet(): string { return "hello"; }') };
    const kept = aGitProject(`${contract("greet.ts")}${planOf("a")}`, agent);
    expect(kept.project.reeve("run", "plan.yaml").code).toBe(0);
    const settings = "policies: { escalation: give_up, lineage_retries: 0 }\n";
    const broken = aGitProject(`${contract("other.ts")}${planOf("a")}`, agent, { settings });
    const { code, out } = broken.project.reeve("run", "plan.yaml");
    expect(code).toBe(1);
    expect(out).toContain("greet");
  });
});
