/** What a checkpoint says in the session's log: its report, what does not fit, what recurs, and its own state. */
import { join } from "node:path";
import { BugError } from "../../domain/bug.ts";
import type { Layout } from "../../systems/checkpoint/layouts/layout.ts";
import type { CheckpointResult } from "../../systems/checkpoint/report/result.ts";
import { checkDraft, type Draft } from "../../systems/messages/message.ts";
import { logOf } from "../../systems/messages/message-files.ts";
import { MessageWriter } from "../../systems/messages/message-writer.ts";
import { orUnusable } from "../messages/session.ts";
import { granted, type Reply } from "../reply.ts";

export interface Logging {
  readonly dir: string;
  readonly layout: Layout;
  readonly result: CheckpointResult;
  readonly report: string;
  readonly now: number;
}

/** A session of another tool gets no log of ours. */
export function logResult({ dir, layout, result, report, now }: Logging): Reply<null> {
  if (!layout.keepsLog) return granted(null);
  const log = layout.log === null ? logOf(dir) : join(dir, layout.log);
  return orUnusable({ dir, log, shown: layout.log ?? log }, () => {
    const writer = new MessageWriter(log);
    try {
      writer.appendAll(messagesOf(result, report).map(checked), now);
      return granted(null);
    } finally {
      writer.close();
    }
  });
}

const TOLD_MAX = 20;

function messagesOf(result: CheckpointResult, report: string): readonly object[] {
  const { checkpoint, verdict, score, risks, blocks, checks, changed } = result;
  const failed = (groups: readonly string[]) =>
    checks.filter(({ status, group }) => status === "fail" && groups.includes(group));
  const alert = (type: string, groups: readonly string[]): readonly object[] =>
    failed(groups).map(({ id, title, findings }) => {
      const open = findings.filter(({ level, accepted }) => level === "fail" && accepted === null);
      const data = {
        task: checkpoint,
        check: id,
        findings: open.slice(0, TOLD_MAX).map(({ what, evidence, key }) => ({ what, evidence, key })),
      };
      return { type, summary: `${checkpoint}, ${title}: ${open[0]?.what ?? "failed"}`.slice(0, 2_000), data };
    });
  const state = {
    task: checkpoint,
    verdict,
    score,
    risks: risks.slice(0, TOLD_MAX),
    blocks: blocks.slice(0, TOLD_MAX),
    ref: report,
  };
  return [
    ...changed.map((file) => ({
      type: "error",
      summary: `${checkpoint}: ${file} changed while it was looked at.`,
      data: { task: checkpoint },
    })),
    ...alert("consistency_alert", ["consistency", "process"]),
    ...alert("pattern_warning", ["health"]),
    { type: "supervision_report", summary: `${checkpoint}: ${verdict} with ${score}; ${report}`, data: state },
    { type: "state_update", summary: `${checkpoint}: ${verdict} with ${score}`, data: state },
  ].map((each) => ({ from: "supervisor", to: "coordinator", ...each }));
}

function checked(message: object): Draft {
  const draft = checkDraft(message);
  if (!draft.ok) throw new BugError(`a checkpoint's message is none: ${draft.problem}`);
  return draft.value;
}
