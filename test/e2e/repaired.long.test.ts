/** Answers that have the agreed form and say nothing: refused, asked for again, and marked where they were repaired. */
import { describe, expect, it } from "vitest";
import { aGitProject, inTurn } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";

const says = (result: object) => `echo '${JSON.stringify({ status: "done", ...result })}'`;
const WORKS = "printf 'def total():\\n    return 1\\n' > price.py; ";

describe("a result", () => {
  it("of placeholders is refused; what comes after it is marked in the journal, by why and in the review", () => {
    const junk = says({ files_created: ["<path>"], decisions: ["string"], concerns: ["..."] });
    const work = inTurn(`${WORKS}${junk}`, `${WORKS}${says({ files_created: ["price.py"] })}`);
    const it = aGitProject(planOf("a"), { a: work });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    const ended = ofType(eventsOf(it.project), "attempt_ended");
    expect(ended.map(({ repaired }) => repaired?.refused ?? 0)).toEqual([0, 1]);
    const why = it.project.reeve("why", "a").out;
    expect(why).toContain('files_created[0] is a placeholder ("<path>")');
    expect(why).toContain("this answer is a repaired one: 1 answer before it could not be used");
    expect(it.project.reeve("review").out).toContain("Repaired: The agent exited normally but gave a result");
  });

  it("that is repaired by the example of the prompt is refused where files were changed, however often it is given", () => {
    const example = says({ files_created: [], files_modified: [], decisions: [], tests_added: [], concerns: [] });
    const work = inTurn(`${WORKS}echo no result`, `cat > told.txt; ${WORKS}${example}`);
    const it = aGitProject(planOf("a"), { a: work });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 3 });
    expect(out).toContain("files_created and files_modified are empty although 2 files changed");
    expect(out).toContain("gave the same result that was refused before");
    expect(ofType(eventsOf(it.project), "task_integrated")).toEqual([]);
    expect(ofType(eventsOf(it.project), "question_asked")).toHaveLength(1);
  });
});

describe("an advisor", () => {
  const settings = "advisors: { reviewer: { agent: sh } }\n";
  const EXAMPLE = `{"verdict":"reject","reasons":["…"],"must_change":["…"]}`;
  const work = `${WORKS}${says({ files_created: ["price.py"] })}`;

  it("that hands back the example is asked once more, told what was wrong, and then done without", () => {
    const answers = `cat > told-$REEVE_ATTEMPT.txt; cp told-* "$ASKED"; echo '${EXAMPLE}'`;
    const it = aGitProject(planOf("a"), { a: work, "@*": answers }, { settings });
    it.project.with({ ASKED: it.project.dir });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(it.project.read("told-1.txt")).not.toContain("You have answered this before");
    expect(it.project.read("told-2.txt")).toContain('must_change[0] is a placeholder ("…")');
    expect(ofType(eventsOf(it.project), "advice_failed")).toHaveLength(1);
    expect(it.project.reeve("review").out).toContain("The reviewer was unsure");
  });

  it("that rejects without a word why is asked again, and heard when it says it", () => {
    const reject = (more: string) => `cat > /dev/null; echo '{"verdict":"reject"${more}}'`;
    const approve = `cat > /dev/null; echo '{"verdict":"approve"}'`;
    const answers = `case "$REEVE_TASK_ID $REEVE_ATTEMPT" in "@reviewer-1 1") ${reject("")} ;;
"@reviewer-1 2") ${reject(',"must_change":["total must take the items"]')} ;;
*) ${approve} ;; esac`;
    const again = `cat > told.txt; ${work}`;
    const it = aGitProject(planOf("a"), { a: inTurn(work, again), "@*": answers }, { settings });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(it.git("show", "reeve/r1:told.txt")).toContain("total must take the items");
    const repaired = ofType(eventsOf(it.project), "attempt_ended").filter((event) => event.repaired);
    expect(repaired.map(({ advisor }) => advisor)).toEqual(["@reviewer-1"]);
  });
});
