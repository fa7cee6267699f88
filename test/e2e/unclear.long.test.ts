/** Outputs that say too little: Reeve goes by how a program ended, tries no more than it may, asks a person, and says what it heard. */
import { describe, expect, it } from "vitest";
import { aGitProject } from "./git-kit.ts";
import { aShellProject, controlBytes, DONE, eventsOf, ofType, planOf, QUICK } from "./kit.ts";

const SOUNDS_LIKE_NETWORK = "worker 4 gave up: peer went quiet, connection odd";

describe("an attempt whose output is unclear", () => {
  it("counts by how it ended, though its words sound like something, and why says what they sound like", () => {
    const project = aShellProject(planOf("a"), { a: `echo "${SOUNDS_LIKE_NETWORK}"; exit 3` }, QUICK);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.json("failures")).toMatchObject([{ class: "crash" }, { class: "crash" }]);
    const why = project.reeve("why", "a").out;
    expect(why).toContain("what it printed sounds like network, but too unsurely to act on");
    expect(why).toContain(SOUNDS_LIKE_NETWORK);
    expect(project.reeve("questions").out).toContain("What should change before a is retried?");
    project.write("it.log", `${SOUNDS_LIKE_NETWORK}\n`);
    expect(project.reeve("classify", "it.log", "--exit-code", "3").out).toContain("Too unsure to act on");
  });

  it("is not restarted on and on, though it ends in another way and with other words each time", () => {
    const patient = "policies: { worker: { restarts: 5, within_s: 3600, backoff: none } }\n";
    const says = ["ward nine is sulking", "the lorry of tea left", "moss grew over the gate"];
    const cases = says.map((text, at) => `${at + 1}) echo "${text}" ;;`).join(" ");
    const agent = `case $REEVE_ATTEMPT in ${cases} esac; exit $((REEVE_ATTEMPT + 2))`;
    const project = aShellProject(planOf("a"), { a: agent }, patient);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(ofType(eventsOf(project), "attempt_started")).toHaveLength(2);
    expect(project.reeve("questions").out).toContain("| the lorry of tea left");
  });

  it("in bytes that are no text is told without a byte that a terminal could obey", () => {
    const project = aShellProject(planOf("a"), { a: `printf '\\033[2J\\007\\377\\376'; exit 3` }, QUICK);
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(controlBytes(out + project.reeve("why", "a").out + project.reeve("questions").out)).toEqual([]);
  });

  it("of which nothing can be heard at all is told as it ended, and no more", () => {
    const project = aShellProject(planOf("a"), { a: `echo "ward nine is sulking"; exit 3` }, QUICK);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.reeve("why", "a").out).not.toContain("sounds like");
  });
});

it("a gate whose output is unclear is a failed gate: the work is tried again with its words, then a person is asked", () => {
  const check = "printf 'echo ward nine is sulking; exit 1\\n' > check";
  const { project } = aGitProject(
    planOf("id: a, gates: ['sh ./check']"),
    { a: `${check}; echo $REEVE_ATTEMPT > a.txt; ${DONE}` },
    { settings: QUICK },
  );
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  const why = project.reeve("why", "a").out;
  expect(why).toContain("| ward nine is sulking");
  expect(why).toContain("its prompt says what went wrong");
  expect(ofType(eventsOf(project), "question_asked")).toHaveLength(1);
});
