/** A session in which everything agrees, and ways to spoil it. */
import { TEMPLATES } from "../../src/systems/checkpoint/session/templates.ts";

const { "checkpoints.yaml": _, ...documents } = TEMPLATES;

export type Files = Readonly<Record<string, string>>;

export function message(
  minute: number,
  from: string,
  type: string,
  data: object = {},
  summary = `${type} of ${from}`,
): string {
  const ts = new Date(Date.parse("2026-01-01T11:00:00.000Z") + minute * 60_000).toISOString();
  const id = `MSG-${String(minute + 1).padStart(9, "0")}`;
  return `${JSON.stringify({ id, ts, from, to: "coordinator", type, summary, data })}\n`;
}

const REPORTS = [
  message(0, "analyst", "state_update", {
    task: "RESEARCH-001",
    decisions: ["Payment: on arrival"],
    quality_self_score: 80,
  }),
  message(1, "writer", "state_update", { task: "DRAFT-001", ref: "product-brief.md", quality_self_score: 85 }),
  message(2, "writer", "state_update", {
    task: "DRAFT-002",
    ref: "requirements.md",
    upstream_refs_consumed: ["product-brief.md"],
    quality_self_score: 84,
  }),
  message(3, "writer", "state_update", {
    task: "DRAFT-003",
    ref: "architecture.md",
    upstream_refs_consumed: ["requirements.md"],
    quality_self_score: 80,
  }),
  message(4, "writer", "state_update", {
    task: "DRAFT-004",
    ref: "epics.md",
    upstream_refs_consumed: ["architecture.md"],
    quality_self_score: 82,
  }),
  message(5, "planner", "state_update", {
    task: "PLAN-001",
    ref: "plan.json",
    upstream_refs_consumed: ["epics.md", "architecture.md"],
  }),
];

export const GOOD: Files = { ...documents, "messages.jsonl": REPORTS.join("") };

/** The same with some text of a file otherwise. */
export function spoiled(file: string, from: string | RegExp, to: string): Files {
  const before = GOOD[file] ?? "";
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not have ${String(from)}`);
  return { ...GOOD, [file]: after };
}

export function withMessages(...lines: readonly string[]): Files {
  return { ...GOOD, "messages.jsonl": `${GOOD["messages.jsonl"]}${lines.join("")}` };
}
