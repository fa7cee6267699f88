import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "./git-kit.ts";
import { DONE, eventsOf, ofType } from "./kit.ts";

/** As Python's loader complains, for every `from x import y` of a file below src that leads nowhere. */
const CHECK = `for file in $(find src -name '*.py'); do
  for name in $(sed -n 's/^from \\([a-z._]*\\) import .*/\\1/p' $file); do
    path=$(echo $name | tr . /)
    [ -f $path.py ] || [ -f src/backend/$path.py ] && continue
    missing=$name
    [ -d $(dirname $path) ] || [ -d src/backend/$(dirname $path) ] || missing=\${name%.*}
    echo "Traceback (most recent call last):"
    echo "  File \\"$file\\", line 1, in <module>"
    echo "    from $name import Reservation"
    echo "ModuleNotFoundError: No module named '$missing'"
    exit 1
  done
done
`;

interface Told {
  /** How 3 and 5 import what 4 makes. */
  readonly imports: string;
  readonly declared?: boolean;
  /** What 4 is told. */
  readonly prompt?: string;
  /** The folder of models is there from the beginning. */
  readonly folder?: boolean;
  readonly settings?: string;
  readonly advisors?: Readonly<Record<string, string>>;
  /** 2, and so 4, is not done before an advisor has answered. */
  readonly waits?: true;
}

const ROOT = '"$(dirname "$(git rev-parse --path-format=absolute --git-common-dir)")"';
const UNTIL_ANSWERED = `until [ -e ${ROOT}/answered ]; do sleep 0.05; done;`;

/** Nobody wrote down that 3 and 5 need what 4 makes; 4 has to wait for 2, so the others begin before it. */
function booking({
  imports,
  declared = true,
  prompt,
  folder = true,
  settings = "",
  advisors = {},
  waits,
}: Told): GitProject {
  const files = (path: string) => (declared ? `, files: [${path}]` : "");
  const told = (id: string, path: string, words: string, more = "") =>
    `  - { id: '${id}', prompt: '${words}'${files(path)}${more} }\n`;
  const plan = `title: Bookings
defaults: { gates: [sh check.sh] }
tasks:
${told("2", "src/backend/guests.py", "Write who a guest is.")}${told("3", "src/backend/bookings.py", "Write the booking API.")}${told("4", "src/backend/models/reservation.py", prompt ?? "Create Reservation model", ", depends_on: ['2']")}${told("5", "src/backend/invoices.py", "Write the invoice API.")}`;
  const agent = {
    ...advisors,
    2: `cat > /dev/null; ${waits ? UNTIL_ANSWERED : ""} ${writes("src/backend/guests.py", "name = str")}`,
    3: `cat > /dev/null; ${writes("src/backend/bookings.py", `from ${imports} import Reservation`)}`,
    4: `cat > /dev/null; mkdir -p src/backend/models; ${writes("src/backend/models/reservation.py", "class Reservation: pass")}`,
    5: `cat > /dev/null; ${writes("src/backend/invoices.py", `from ${imports} import Reservation`)}`,
    "*": `cat > /dev/null; echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Who am I?"}'`,
  };
  const there = folder ? { "src/backend/models/__init__.py": "" } : { "src/backend/__init__.py": "" };
  return aGitProject(plan, agent, { settings, files: { "check.sh": CHECK, ...there } });
}

function endsWell(it: GitProject): void {
  const { code, out } = it.project.reeve("run", "plan.yaml");
  const merges = ofType(eventsOf(it.project), "task_done").map(({ task }) => task);
  expect({ code, merges: merges.toSorted() }, out).toEqual({ code: 0, merges: ["2", "3", "4", "5"] });
  expect(merges.indexOf("4")).toBeLessThan(Math.min(merges.indexOf("3"), merges.indexOf("5")));
  expect(ofType(eventsOf(it.project), "question_asked")).toEqual([]);
}

describe("3 and 5 import what 4 will make: 4 first, then 3 and 5, all done, by rules alone", () => {
  it("with its files in Python, declared", () => endsWell(booking({ imports: "src.backend.models.reservation" })));

  it("named from inside the package, nothing declared, and only a title says it", () =>
    endsWell(booking({ imports: "models.reservation", declared: false })));

  it("where the package is missing as a whole", () =>
    endsWell(booking({ imports: "src.backend.models.reservation", folder: false })));

  it("in JavaScript, nothing declared", () => {
    const plan = `title: Bookings
defaults: { gates: [node check.mjs] }
tasks:
  - { id: '3', prompt: Write the booking API. }
  - { id: '2', prompt: Write who a guest is. }
  - { id: '4', prompt: 'Write src/models/reservation.mjs, a stay of a guest.', depends_on: ['2'] }
  - { id: '5', prompt: Write the invoice API. }
`;
    const uses = (file: string) => `cat > /dev/null; ${writes(file, 'import "./models/reservation.mjs";')}`;
    const agent = {
      2: `cat > /dev/null; ${writes("src/guests.mjs", "export {};")}`,
      3: uses("src/bookings.mjs"),
      4: `cat > /dev/null; mkdir -p src/models; ${writes("src/models/reservation.mjs", "export {};")}`,
      5: uses("src/invoices.mjs"),
    };
    const check = `import { readdirSync } from "node:fs";
for (const file of readdirSync("src", { recursive: true }))
  if (file.endsWith(".mjs")) await import(new URL("src/" + file, import.meta.url));
`;
    endsWell(aGitProject(plan, agent, { files: { "check.mjs": check, "src/keep.txt": "" } }));
  });
});

describe("the same where no rule can know who makes it", () => {
  const unsaid = { imports: "src.backend.models.reservation", declared: false, prompt: "Do your part." };

  it("a debugger names 4", () => {
    const analysis = {
      failure_classification: "import_error",
      root_cause: "reservation.py is not there yet",
      root_cause_location: null,
      fix: { description: "wait for it", changes: [] },
      out_of_scope: [],
      upstream_dependency: "4",
      confidence: "high",
      confidence_reason: "4 is to make it",
    };
    const advisors = { "@*": `cat > /dev/null; echo '${JSON.stringify(analysis)}'` };
    // Alone it is no pattern: each waits for whom its debugger names.
    const settings = "advisors: { debugger: { agent: sh } }\npolicies: { patterns: { threshold: 9 } }\n";
    endsWell(booking({ ...unsaid, settings, advisors }));
  });

  it("a supervisor answers in the original's form, which names no upstream; all of it is taken and shown", () => {
    const answer = {
      diagnosis: "3 and 5 import reservation.py, which Task 4 makes. It has not run, since it waits for Task 2.",
      pattern_detected: {
        description: "Several tasks import what a task makes that has not run",
        affected_tasks: ["3", "5"],
        root_cause: "Task 4 (Reservation model) has not run yet. Tasks 3 and 5 do not depend on it.",
      },
      actions: [
        { task_id: "4", action: "reorder", reason: "Task 4 has to be done before 3 and 5" },
        {
          task_id: "3",
          action: "retry_dependency",
          reason: "Works as soon as Task 4 has made reservation.py",
          additional_context: "Only the import has to be found",
        },
        { task_id: "5", action: "retry_dependency", reason: "The same cause as with Task 3" },
      ],
      recommendations: ["Let 3 and 5 depend on 4 in the plan"],
      should_halt: false,
      halt_reason: null,
    };
    const advisors = { "@*": `cat > /dev/null; touch ${ROOT}/answered; echo '${JSON.stringify(answer)}'` };
    const settings = "advisors: { supervisor: { agent: sh } }\n";
    const it = booking({ ...unsaid, settings, advisors, waits: true });
    endsWell(it);
    const events = eventsOf(it.project);
    expect(ofType(events, "action_refused")).toEqual([]);
    expect(ofType(events, "task_put_first")).toMatchObject([{ task: "4" }]);
    const [last] = ofType(events, "attempt_started")
      .filter(({ task }) => task === "3")
      .slice(-1);
    expect(last?.briefing.advice).toContain("Only the import has to be found");
    for (const words of [["status"], ["review"], ["why", ofType(events, "advice_given")[0]?.about ?? ""]])
      expect(it.project.reeve(...words).out).toContain("Let 3 and 5 depend on 4 in the plan");
  });

  it("one fix makes it, and 4, which finds it done, does not fail for having nothing to change", () => {
    const advisors = {
      "fix-1": `cat > /dev/null; ${writes("src/backend/models/reservation.py", "class Reservation: pass")}`,
    };
    const it = booking({ ...unsaid, advisors });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code, out).toBe(0);
    expect(ofType(eventsOf(it.project), "task_done").map(({ task }) => task)).toHaveLength(5);
    expect(ofType(eventsOf(it.project), "attempt_started").filter(({ task }) => task === "4")).toHaveLength(1);
  });
});

describe("a task whose work another one has done already", () => {
  it("is done, though its agent neither changes anything nor says why", () => {
    const plan = `title: Twice
tasks:
  - { id: a, prompt: Write it, files: [it.txt] }
  - { id: b, prompt: Write it too, files: [it.txt] }
`;
    const it = aGitProject(plan, { "*": `cat > /dev/null; ${writes("it.txt", "the same")}` });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const [, second] = ofType(eventsOf(it.project), "task_verified");
    expect(second?.verification.gates[0]).toMatchObject({ verdict: "warned", evidence: ["it.txt (made by a)"] });
  });

  it("is not where its agent did nothing at all", () => {
    const plan = `title: Lazy
tasks:
  - { id: a, prompt: Write it. }
  - { id: b, prompt: Write more, depends_on: [a], files: [it.txt] }
`;
    const it = aGitProject(plan, { a: `cat > /dev/null; ${writes("it.txt", "one")}`, b: `cat > /dev/null; ${DONE}` });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(3);
  });
});
