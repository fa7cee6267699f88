/** An order becomes the request to a host: with what reeve.yaml says of the agent and where it works. Decides no more than that. */
import type { AttemptOrder } from "../../domain/work/attempt.ts";
import type { AttemptRequest } from "../../effects/agents/adapters/agent-adapter.ts";
import { answerSchema } from "../../effects/agents/adapters/answer-schema.ts";
import type { AgentsOptions } from "./agents-over-host.ts";

/** Null: reeve.yaml has no such agent any more. */
export function requestOf(
  order: AttemptOrder,
  { run, project, workspaces, failureRules, configs, callbacks }: AgentsOptions,
  gateway: { readonly url: string } | null,
): AttemptRequest | null {
  const agent = configs[order.agent];
  if (!agent) return null;
  const workspace = workspaces.dirOf(order.task, order.title);
  const callback = callbacks.addressOf(order);
  // Reeve's own tool checks the form of a result and says what is wrong with it; once is enough.
  const schema = callback && !order.advisor ? undefined : answerSchema(agent, order.advisor?.role);
  const session = placeOf(order, workspace).moved ? null : order.session;
  return {
    runId: run,
    taskId: order.task,
    attemptId: order.id,
    number: order.number,
    prompt: order.prompt,
    workspace,
    project,
    failureRules,
    agent,
    ...(gateway && { gateway }),
    ...(callback && { callback }),
    ...(order.advisor && { advisor: order.advisor.role }),
    ...(order.model === null ? {} : { model: order.model }),
    ...(session && { session: session.id, usedBefore: session.used }),
    ...(schema && { schema }),
  };
}

/** Sessions are kept by folder: in another one an agent does not find them, finds another's, or hangs. */
export function placeOf({ session }: AttemptOrder, dir: string): { readonly dir: string; readonly moved?: true } {
  return session !== null && session.dir !== null && session.dir !== dir ? { dir, moved: true } : { dir };
}
