/** CHECKPOINT-003: does the plan do what was asked for, is its complexity what it says, and can it be worked in an order? */
import { coverageOf } from "../documents/coverage.ts";
import { definitionsIn } from "../documents/definitions.ts";
import type { PlanTask } from "../session/plan.ts";
import type { Session } from "../session/session.ts";
import { type CheckSpec, type Finding, type Looked, looked, skipped } from "./check.ts";
import { coverageFindings } from "./coverage-findings.ts";
import { lacking } from "./lacking.ts";

export const mustHaves: CheckSpec = {
  id: "must-haves-covered",
  title: "Every must-have is planned",
  group: "consistency",
  look: lookAtMustHaves,
};
export const complexity: CheckSpec = {
  id: "complexity-sane",
  title: "Complexity fits the scope",
  group: "consistency",
  look: lookAtComplexity,
};
export const dependencies: CheckSpec = {
  id: "dependencies-valid",
  title: "Dependencies have no circles and no orphans",
  group: "consistency",
  look: lookAtDependencies,
};
export const execution: CheckSpec = {
  id: "execution-fits",
  title: "Execution method fits the complexity",
  group: "consistency",
  look: lookAtExecution,
};

function lookAtMustHaves(session: Session): Looked {
  const { requirements, plan, epics } = session.documents;
  const needed = session.layout.expected.plan === undefined ? "epics" : "plan";
  const gone = lacking(session, (plan ?? epics) ? ["requirements"] : ["requirements", needed]);
  if (gone || !requirements) return gone ?? looked("nothing to compare");
  // A plan made of data must cover by itself; stories and checklists are the plan of tools that have no other.
  const by = plan && session.plan?.isData ? [plan] : [epics, plan].flatMap((each) => each ?? []);
  const defined = definitionsIn(requirements);
  if (defined.length === 0) {
    const { file = "" } = requirements.shards[0] ?? {};
    const what = `${file} has no ids like FR-001, US-3 or 1.1, so nothing can be traced.`;
    return looked("no ids", [{ level: "warn", what, evidence: [{ file, line: 1 }], subject: "no ids", about: file }]);
  }
  const coverage = coverageOf(requirements, by);
  const findings = coverageFindings(coverage, {
    nobody: session.plan?.isData ? "no task of the plan" : "no story or task",
    fails: ({ priority, id }) => (priority === "must" && !/^NF/.test(id.family) ? "fail" : "warn"),
  });
  return looked(`${coverage.covered.size} of ${defined.length} ids cited`, findings);
}

const MODULES_MANY = 5;

function lookAtComplexity(session: Session): Looked {
  const gone = planGone(session);
  if (gone) return gone;
  const { complexity: said = null, modules = null } = session.plan ?? {};
  if (said === null) return silent(session, "complexity");
  const isLow = /^(?:low|simple)/iu.test(said.value) && modules !== null && modules >= MODULES_MANY;
  const isHigh = /^(?:high|complex)/iu.test(said.value) && modules === 1;
  const seen = `${said.value}, ${modules ?? "an unknown number of"} modules`;
  if (!isLow && !isHigh) return looked(seen);
  const what = `The plan calls itself ${said.value}, but touches ${modules === 1 ? "one module" : `${modules} modules`}.`;
  return looked(seen, [
    {
      level: "fail",
      what,
      evidence: [{ file: said.file, line: said.line, id: said.value }],
      subject: "complexity",
      about: seen,
    },
  ]);
}

function lookAtExecution(session: Session): Looked {
  const gone = planGone(session);
  if (gone) return gone;
  const { complexity: level = null, execution: method = null } = session.plan ?? {};
  if (level === null || method === null) return silent(session, method === null ? "execution method" : "complexity");
  const isLow = /^(?:low|simple)/iu.test(level.value);
  const isAgent = /agent/iu.test(method.value);
  const seen = `${method.value} for ${level.value}`;
  if (isLow === isAgent) return looked(seen);
  const what = `The plan is ${level.value} and recommends ${method.value}; ${isLow ? "an agent" : "a CLI"} fits that.`;
  const evidence = [{ file: method.file, line: method.line, id: method.value }];
  return looked(seen, [{ level: "fail", what, evidence, subject: "execution", about: seen }]);
}

function planGone(session: Session): Looked | null {
  const kind = session.layout.expected.plan === undefined ? "epics" : "plan";
  const gone = session.plan === null ? lacking(session, [kind]) : null;
  if (gone) return gone;
  const [broken] = session.plan?.unreadable ?? [];
  if (broken === undefined) return null;
  const what = `${broken} is neither JSON nor YAML.`;
  return looked("the plan cannot be read", [
    { level: "fail", what, evidence: [{ file: broken, line: 1 }], subject: `unreadable ${broken}`, about: broken },
  ]);
}

function silent({ plan, layout, documents }: Session, what: string): Looked {
  if (!plan?.isData)
    return skipped(`${layout.label === "session folder" ? "a plan in Markdown" : layout.label} states no ${what}`);
  const { file = "" } = documents.plan?.shards[0] ?? {};
  return looked(`no ${what}`, [
    {
      level: "warn",
      what: `The plan states no ${what}.`,
      evidence: [{ file, line: 1 }],
      subject: `no ${what}`,
      about: file,
    },
  ]);
}

function lookAtDependencies(session: Session): Looked {
  const gone = planGone(session);
  if (gone) return gone;
  const tasks = session.plan?.tasks ?? [];
  const ids = new Set(tasks.map(({ id }) => id));
  const orphans = tasks.flatMap((task) =>
    task.dependsOn.filter(({ id }) => !ids.has(id)).map((to) => orphan(task, to)),
  );
  const circle = circleIn(tasks);
  return looked(`${tasks.length} tasks`, [...orphans, ...(circle ? [circleFinding(circle)] : [])]);
}

function orphan(task: PlanTask, to: PlanTask["dependsOn"][number]): Finding {
  return {
    level: "fail",
    what: `${task.id} waits for ${to.id}, which does not exist.`,
    evidence: [{ file: to.file, line: to.line, id: to.id }],
    subject: `orphan ${task.id} ${to.id}`,
    about: `${task.id} ${to.id}`,
  };
}

function circleFinding(circle: readonly PlanTask[]): Finding {
  const names = circle.map(({ id }) => id);
  return {
    level: "fail",
    what: `The tasks wait for each other: ${[...names, names[0]].join(" → ")}.`,
    evidence: circle.map(({ file, line, id }) => ({ file, line, id })),
    subject: `circle ${names.toSorted().join(" ")}`,
    about: names.join(" "),
  };
}

/** The first one, by the order of the plan. */
function circleIn(tasks: readonly PlanTask[]): readonly PlanTask[] | null {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const done = new Set<string>();
  const visit = (task: PlanTask, path: readonly PlanTask[]): readonly PlanTask[] | null => {
    const at = path.indexOf(task);
    if (at !== -1) return path.slice(at);
    if (done.has(task.id)) return null;
    for (const { id } of task.dependsOn) {
      const next = byId.get(id);
      const circle = next ? visit(next, [...path, task]) : null;
      if (circle) return circle;
    }
    done.add(task.id);
    return null;
  };
  for (const task of tasks) {
    const circle = visit(task, []);
    if (circle) return circle;
  }
  return null;
}
