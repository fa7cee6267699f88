/** Outputs that say too little: Reeve goes by how a program ended, tries no more than it may, asks a person, and says what it heard. */
import { describe, expect, it } from "vitest";
import { aGitProject } from "./git-kit.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf, QUICK } from "./kit.ts";

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
