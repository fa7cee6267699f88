/** What follows from a proposal and from its review. A plan that both agree on waits for its person: nothing is queued here. */
import type { EpicBody } from "../body/epic-body.ts";
import { scanProse, skipDirectives } from "../prose/scan-prose.ts";
import { checkpoint, type Moment } from "./checkpoint.ts";
import { malformed } from "./malformed.ts";
import { openRound, problemsOf, proposalEntry, proposedItems } from "./proposal.ts";
import type { Decision } from "./tick-types.ts";
import type { Decomposition, Reviewed } from "./verdicts.ts";

export function propose(body: EpicBody, moment: Moment, answer: Decomposition): Decision {
  if (answer.verdict === "HALT")
    return checkpoint(body, moment, {
      ended: "halted",
      phase: "review",
      decision: "pauli HALT on the decomposition",
      class: "-",
      notes: answer.reason,
      sentence: `The epic is not decomposed: ${answer.reason}`,
      next: "its person mends the goal and sets the status to ready.",
      changes: {
        status: "review",
        entries: [{ section: "Pending Decisions", heading: "Decomposition", text: `- ${answer.reason}` }],
      },
    });
  const { subtasks, verdict } = answer;
  const prose = subtasks.map(({ title, why, acceptance }) => [title, why, ...acceptance].join("\n")).join("\n");
  const [refused] = scanProse(prose, skipDirectives(body.spoken));
  if (refused)
    return malformed(
      body,
      moment,
      "pauli",
      `the proposal routes around a check (${refused.id}: ${refused.words}): ${refused.why}`,
    );
  const round = openRound(body);
  const number = round.type === "stuck" ? 1 : round.number;
  const remarks = [
    ...problemsOf(subtasks),
    ...(answer.verdict === "REVISE" ? [`Pauli would revise it: ${answer.reason}`] : []),
  ];
  return checkpoint(body, moment, {
    phase: "decompose",
    decision: `pauli ${verdict}: ${subtasks.length} subtasks proposed`,
    class: "-",
    notes: remarks.join(" "),
    sentence: `Round ${number}: ${subtasks.length} subtasks are proposed.${remarks.length > 0 ? ` ${remarks.join("; ")}.` : ""}`,
    next: "the second reviewer looks at the proposal.",
    changes: { entries: [proposalEntry(number, verdict, subtasks, remarks)] },
  });
}

export function reviewProposal(body: EpicBody, moment: Moment, { verdict, reason = "" }: Reviewed): Decision {
  const round = openRound(body);
  const number = round.type === "review" ? round.number : 1;
  const proposed = proposedItems(body, number);
  if (proposed === null)
    return malformed(body, moment, "reviewer", "the proposal of this round cannot be read; its table is broken");
  const isAgreed = proposed.verdict === "PROCEED" && verdict !== "BLOCK";
  const text = [
    `- Pauli: ${proposed.verdict}`,
    `- Reviewer: ${verdict}${reason === "" ? "" : ` — ${reason}`}`,
    `- Result: ${isAgreed ? "agreed" : "not agreed"}`,
  ].join("\n");
  const entries = [{ section: "Review Synthesis", heading: `Round ${number}`, text }] as const;
  if (!isAgreed)
    return checkpoint(body, moment, {
      phase: "decompose",
      decision: `reviewer ${verdict} on round ${number}`,
      class: "-",
      notes: reason,
      sentence: `Round ${number} is not agreed on (Pauli ${proposed.verdict}, reviewer ${verdict})${reason === "" ? "" : `: ${reason}`}.`,
      next: number >= 2 ? "a person decides." : "Pauli proposes again.",
      changes: { entries },
    });
  const warned = verdict === "WARN" ? ` The reviewer warns: ${reason}.` : "";
  return checkpoint(body, moment, {
    ended: "halted",
    phase: "review",
    decision: `reviewer ${verdict}: ${proposed.items.length} items wait for approval`,
    class: "-",
    notes: reason,
    sentence: `The plan stands: ${proposed.items.length} items.${warned} It waits for your approval.`,
    next: "its person looks at the items and runs `reeve epic approve`.",
    changes: { status: "review", added: proposed.items, entries },
  });
}
