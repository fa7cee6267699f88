/** The plan of a pipeline: its documents and work in order, with checkpoints after DRAFT-002, DRAFT-004 and PLAN-001. Text only. */
import { stringify } from "yaml";

export const PIPELINES = ["spec-only", "impl-only", "full-lifecycle"] as const;
export type Pipeline = (typeof PIPELINES)[number];

export interface PipelineWish {
  readonly pipeline: Pipeline;
  readonly title: string;
  /** Absolute, as agents are told it. */
  readonly session: string;
  /** How agents log messages, as a command line. */
  readonly command: string;
  /** False: no checkpoints. */
  readonly supervision: boolean;
}

interface Step {
  readonly id: string;
  readonly role: string;
  readonly artifact: string | null;
  readonly what: string;
}

const BRIEF = "product-brief.md";
const SPEC: readonly Step[] = [
  {
    id: "DRAFT-001",
    role: "analyst",
    artifact: `artifacts/${BRIEF}`,
    what: "Write the product brief: vision, goals (one bullet each), users, scope and what is out of it.",
  },
  {
    id: "DRAFT-002",
    role: "writer",
    artifact: "artifacts/requirements.md",
    what: "Write the requirements: each with an id (FR-001, NFR-001), whether it is a must, and the goal of the product brief that it serves.",
  },
  {
    id: "DRAFT-003",
    role: "writer",
    artifact: "artifacts/architecture.md",
    what: "Write the architecture: components, decisions (ADR-001, …) with their reasons, and the requirements each component serves.",
  },
  {
    id: "DRAFT-004",
    role: "writer",
    artifact: "artifacts/epics.md",
    what: "Write epics and stories: each story names the requirements (FR-001) and the component that it builds.",
  },
];
const PLAN: Step = {
  id: "PLAN-001",
  role: "planner",
  artifact: "artifacts/plan.json",
  what: 'Write the plan of the work as JSON: {"complexity": "Low | Medium | High", "recommended_execution": "Agent | CLI", "tasks": [{"id", "title", "description", "depends_on", "requirements", "modules"}]}. Every must-have requirement has a task; name the decisions of the architecture it follows.',
};
const IMPL: Step = {
  id: "IMPL-001",
  role: "executor",
  artifact: null,
  what: "Carry out the plan in artifacts/plan.json of the session, with tests, in your workspace.",
};

const STEPS: Readonly<Record<Pipeline, readonly Step[]>> = {
  "spec-only": SPEC,
  "impl-only": [PLAN, IMPL],
  "full-lifecycle": [...SPEC, PLAN, IMPL],
};

/** The step after which each is due. */
const CHECKPOINTS: Readonly<Record<string, string>> = {
  "CHECKPOINT-001": "DRAFT-002",
  "CHECKPOINT-002": "DRAFT-004",
  "CHECKPOINT-003": "PLAN-001",
};

export function pipelinePlan(wish: PipelineWish): string {
  const steps = STEPS[wish.pipeline];
  const tasks = steps.map((step, at) => ({
    id: step.id,
    title: `${step.id}: ${step.artifact ?? "the work"}`,
    prompt: promptOf(wish, step, steps.slice(0, at)),
    depends_on: steps.slice(Math.max(0, at - 1), at).map(({ id }) => id),
    ...(step.artifact !== null && {
      gates: [{ name: `${step.id} exists`, run: `test -s ${quoted(`${wish.session}/${step.artifact}`)}` }],
    }),
  }));
  const due = Object.entries(CHECKPOINTS).flatMap(([id, last]) => {
    const at = steps.findIndex((step) => step.id === last);
    return at === -1 ? [] : [{ id, after: steps.slice(0, at + 1).map((step) => step.id), session: wish.session }];
  });
  return stringify({ title: wish.title, tasks, ...(wish.supervision && due.length > 0 && { checkpoints: due }) });
}

function promptOf({ session, command }: PipelineWish, step: Step, before: readonly Step[]): string {
  const upstream = before.flatMap(({ artifact }) => artifact ?? []);
  const reads = ["request.md", ...upstream].map((file) => `- ${session}/${file}`);
  const artifact = step.artifact === null ? [] : [`Write it to ${session}/${step.artifact}, and nothing else there.`];
  const outside =
    step.artifact === null
      ? []
      : [
          'The session lies outside your workspace: in your result leave the lists of files empty and say in "nothing_to_do" that it is written.',
        ];
  const data = `{"task":"${step.id}","ref":"${step.artifact ?? ""}","decisions":[],"key_findings":[],"terminology_keys":[],"open_questions":[],"upstream_refs_consumed":${JSON.stringify(upstream)},"quality_self_score":0}`;
  return [
    `${step.what} You are the ${step.role} of a session in ${session}.`,
    "",
    "Read first:",
    ...reads,
    "",
    ...artifact,
    ...outside,
    `What others should know goes as one bullet into a file of ${session}/wisdom (learnings.md, decisions.md, conventions.md, issues.md).`,
    "When you are done, report in the session's log, with what is true in place of these values:",
    `${command} message log --session ${quoted(session)} --from ${step.role} --to coordinator --type state_update --data '${data}' "${step.id} is written"`,
    "",
  ].join("\n");
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
