/** Keys: what agents write is not merged with one in it, and what Reeve tells shows none. */
import { describe, expect, it } from "vitest";
import { aGitProject, gatesOf, inTurn, verdictOf, writes } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

describe("a secret in an agent's work", () => {
  it("is found, never printed, and parked away from what is merged", () => {
    const [kind, rest] = ["ghp", "0123456789abcdefghABCDEFGHIJKLMNOPQR"];
    const secret = `${kind}_${rest}`;
    const it = aGitProject(planOf("a"), {
      a: inTurn(`printf "%s_%s" ${kind} ${rest} > key.txt; ${DONE}`, writes("a.txt", "a")),
    });
    const { code, out, err } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(0);
    expect(verdictOf(it, "a.1", "secrets")).toBe("failed");
    expect(`${out}${err}${JSON.stringify(eventsOf(it.project))}`).not.toContain(secret);
    expect(it.git("log", "--format=%B%n", "-p", "reeve/r1")).not.toContain(secret);
  });

  it("is found also where it was committed and taken out again, and none of those commits is merged", () => {
    const [kind, rest] = ["ghp", "0123456789abcdefghABCDEFGHIJKLMNOPQR"];
    const secret = `${kind}_${rest}`;
    const commit = "git -c user.name=a -c user.email=a@b commit --quiet --all --message";
    const leak = `printf "%s_%s" ${kind} ${rest} > key.txt; git add key.txt; ${commit} One; echo none > key.txt; ${commit} Two; ${DONE}`;
    const it = aGitProject(planOf("a"), { a: inTurn(leak, `cat > told.txt; ${DONE}`) });
    const { code, out, err } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(0);
    const found = gatesOf(it, "a.1").find(({ gate }) => gate === "secrets");
    expect(found).toMatchObject({ verdict: "failed", message: expect.stringContaining("history of the branch") });
    expect(verdictOf(it, "a.2", "secrets")).toBe("passed");
    expect(it.git("show", "reeve/r1:told.txt")).toContain("history of the branch");
    expect(it.git("log", "--format=%B%n", "-p", "reeve/r1")).not.toContain(secret);
    expect(it.git("rev-list", "--count", "--no-merges", "main..reeve/r1")).toBe("1");
    expect(`${out}${err}${JSON.stringify(eventsOf(it.project))}`).not.toContain(secret);
  });
});

describe("what is configured as an agent's environment", () => {
  const KEY = "not-for-anybody-else";
  const files = {
    "reeve.yaml": `agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh], env: { SERVICE: ${KEY} } } }\n`,
  };

  it("is in no output, no evidence and no report, also when a gate prints it", () => {
    const told = `cat > told.txt; echo fine > a.txt; ${DONE}`;
    const it = aGitProject(
      planOf("id: a, gates: ['cat a.txt; ! grep -q for-anybody a.txt']"),
      { a: inTurn(`echo $SERVICE > a.txt; ${DONE}`, told) },
      { files },
    );
    const { code, out, err } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(0);
    expect(verdictOf(it, "a.1", "quality")).toBe("failed");
    expect(it.git("show", "reeve/r1:told.txt")).toContain("[redacted]");
    const seen = [out, err, JSON.stringify(eventsOf(it.project)), it.git("show", "reeve/r1:told.txt")];
    for (const command of ["status", "why", "review"]) seen.push(it.project.reeve(command).out);
    expect(seen.join("\n")).not.toContain(KEY);
  });

  it("is in no report of a conflict", () => {
    const agent = (who: string) =>
      `if [ $REEVE_ATTEMPT = 1 ]; then echo "${who} $SERVICE" > a.txt; else echo both > a.txt; fi; ${DONE}`;
    const it = aGitProject(planOf("a", "b"), { a: agent("a"), b: agent("b") }, { files });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const merges = ofType(eventsOf(it.project), "task_integrated").map(({ integration }) => integration);
    const reports = merges.flatMap((each) => (each.type === "conflict" ? [each.report] : []));
    expect(reports).toEqual([expect.stringContaining("[redacted]")]);
    expect(JSON.stringify(eventsOf(it.project))).not.toContain(KEY);
  });
});
