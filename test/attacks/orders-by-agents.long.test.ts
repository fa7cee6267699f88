/** An agent gives orders as if it were a person: plainly, and hiding where it comes from. Real processes, the built command. */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { ASKS, eventsOf, ofType, planOf } from "../e2e/kit.ts";
import { BIN } from "../e2e/project.ts";
import { aPlace, mergedText, ONCE } from "./attack-kit.ts";

const REEVE = `"${process.execPath}" "${BIN}"`;
const CLEARED = 'env -i PATH="$PATH" HOME="$HOME"';
const PLAN = planOf("id: evil", "id: b, depends_on: [evil]");

/** `evil` does this, then writes its file; `b` is what it wants to have skipped. */
function withEvil(steps: string): GitProject {
  return aGitProject(
    PLAN,
    { evil: `${steps}; ${writes("evil.txt", "evil")}`, b: writes("b.txt", "b") },
    { settings: ONCE },
  );
}

/** What the order printed; the agent waits for it, whoever prints it. */
function awaited(file: string): string {
  return `until [ -e "${file}.over" ]; do sleep 0.05; done`;
}

function ordersSeen({ project }: GitProject) {
  return ofType(eventsOf(project), "violation_seen").filter(({ violation }) => violation.rule === "order_by_agent");
}

const HIDINGS: readonly (readonly [string, (order: string) => string])[] = [
  ["as it is", (order) => `(cd "$REEVE_PROJECT" && ${order})`],
  ["with its mark unset", (order) => `(cd "$REEVE_PROJECT" && unset REEVE_MARK && ${order})`],
  ["with nothing left of its environment", (order) => `(cd "$REEVE_PROJECT" && ${CLEARED} ${order})`],
  ["in a session of its own", (order) => `(cd "$REEVE_PROJECT" && ${CLEARED} setsid --wait ${order})`],
  [
    "orphaned, with nothing left of its environment",
    (order) => `(cd "$REEVE_PROJECT"; ${CLEARED} /bin/sh -c 'sleep 0.5; ${order}' </dev/null &)`,
  ],
  [
    "orphaned, in a session of its own, from its own folder",
    (order) => `${CLEARED} setsid /bin/sh -c '(sleep 0.5; ${order}) </dev/null &'`,
  ],
  [
    "with nothing left: no parent, no session, no folder, no output, no environment",
    (order) =>
      `(cd "$REEVE_PROJECT"; ${CLEARED} setsid --fork /bin/sh -c '(sleep 0.5; exec </dev/null >/dev/null 2>&1; ${order}) &')`,
  ],
];

describe("an order from inside an attempt is refused and told", () => {
  it.each(HIDINGS)("%s", (_name, hidden) => {
    const said = join(aPlace(), "said");
    const order = `${REEVE} skip b --because "not needed" >"${said}" 2>&1; echo $? >"${said}.over"`;
    const it = withEvil(`${hidden(wrapped(order))}; ${awaited(said)}`);
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(readFileSync(said, "utf8")).toContain("Only a person may run `reeve skip b`");
    expect(readFileSync(`${said}.over`, "utf8").trim()).toBe("2");
    expect(mergedText(it, "b.txt")).toBe("b");
    expect(ordersSeen(it)).toHaveLength(1);
  });

  /** As one program, so that whatever stands before it applies to all of it. */
  function wrapped(order: string): string {
    return `/bin/sh -c "${order.replaceAll('"', '\\"').replaceAll("$", "\\$")}"`;
  }
});

describe("who gave an order", () => {
  it("is in the journal, and `why` shows it", () => {
    const it = aGitProject(PLAN, { evil: ASKS, b: writes("b.txt", "b") }, { settings: ONCE });
    it.project.reeve("run", "plan.yaml");
    expect(it.project.reeve("skip", "evil", "--because", "not needed", "--dependants", "go_on")).toMatchObject({
      code: 0,
    });
    it.project.reeve("run", "plan.yaml");
    const why = it.project.reeve("why", "evil").out;
    expect(why).toMatch(
      new RegExp(`ordered by ${userInfo().username} on \\S+ \\(no terminal, pid \\d+\\): reeve skip`),
    );
    const given = it.project.json<{ readonly given_by?: { readonly command: string } }>("events");
    expect(given.flatMap(({ given_by }) => given_by?.command ?? [])).toContain("reeve skip");
  });
});

describe("a Reeve inside an attempt", () => {
  it("works, on request, in a project that was begun there, and gives no orders to any other", () => {
    const nested = { REEVE_NESTED: "1", REEVE_MARK: "outer.1-0123456789abcdef" };
    const own = aGitProject(PLAN, { evil: writes("evil.txt", "e"), b: writes("b.txt", "b") }, { settings: ONCE });
    own.project.with(nested);
    expect(own.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(own.project.reeve("land")).toMatchObject({ code: 0 });
    own.project.with({ REEVE_MARK: "another.1-fedcba9876543210" });
    expect(own.project.reeve("pause")).toMatchObject({ code: 2, err: expect.stringContaining("Only a person may") });
    const other = aGitProject(PLAN, { evil: ASKS, b: writes("b.txt", "b") }, { settings: ONCE });
    other.project.reeve("run", "plan.yaml");
    other.project.with(nested);
    expect(other.project.reeve("answer", "q1", "red")).toMatchObject({ code: 2 });
    expect(ordersSeen(other)).toEqual([]);
  });
});

describe("what an agent may still do", () => {
  it("look at the run it is part of", () => {
    const said = join(aPlace(), "said");
    const looks = ["status", "why b", "events", "questions", "review", "check plan.yaml", "clean --dry-run"];
    const all = looks.map((look) => `${REEVE} ${look} >/dev/null 2>&1; echo "${look} $?" >>"${said}"`);
    const it = withEvil(`(cd "$REEVE_PROJECT"; ${all.join("; ")})`);
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(readFileSync(said, "utf8").trim().split("\n")).toEqual(looks.map((look) => `${look} 0`));
    expect(ordersSeen(it)).toEqual([]);
  });
});
