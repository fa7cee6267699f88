/**
 * For owners whose starts answer at once: feeds the answers back until the tree asks no more. Stops take their time,
 * unless `answerStop` has their ends at hand too.
 */
import type { EndReason, StartAnswer, Tree, TreeAction, TreeMessage } from "../../../domain/tree/tree.ts";
import { stepTree, type TreeStep } from "../step.ts";

export type StartAction = Extract<TreeAction, { type: "start" }>;
export type StopAction = Extract<TreeAction, { type: "stop" }>;

/** All facts and actions in order; the starts among them are answered, but still the owner's to perform. */
export function driveTree(
  tree: Tree,
  message: TreeMessage,
  at: number,
  dice: number,
  answerStart: (start: StartAction) => StartAnswer = () => "started",
  answerStop: (stop: StopAction) => EndReason | null = () => null,
): TreeStep {
  const whole: TreeStep = { facts: [], actions: [] };
  const messages = [message];
  for (const each of messages) {
    const { facts, actions } = stepTree(tree, each, at, dice);
    whole.facts.push(...facts);
    whole.actions.push(...actions);
    for (const action of actions) {
      const answer = answerTo(action, answerStart, answerStop);
      if (answer !== null) messages.push(answer);
    }
  }
  return whole;
}

function answerTo(
  action: TreeAction,
  answerStart: (start: StartAction) => StartAnswer,
  answerStop: (stop: StopAction) => EndReason | null,
): TreeMessage | null {
  if (action.type !== "start" && action.type !== "stop") return null;
  const { path, incarnation } = action;
  if (action.type === "start") return { type: answerStart(action), path, incarnation };
  const reason = answerStop(action);
  return reason === null ? null : { type: "ended", path, incarnation, reason };
}
