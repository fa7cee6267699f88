/**
 * What Codex is answered when it asks: nobody is there, so the answer depends on how it was started alone. Without a
 * sandbox everything is allowed anyway; with one, nothing that would lead out of it. Reeve's own tools are always allowed.
 */
import { asText } from "../../../../../basics/loose.ts";
import type { Loose } from "../../json-line.ts";
import type { Sandbox } from "../codex-command.ts";

export interface Approval {
  /** Undefined: it cannot be answered at all. */
  readonly answer: object | undefined;
  /** Where something was not allowed: what. */
  readonly denied?: string;
}

export function answerTo(method: string, params: Loose, sandbox: Sandbox): Approval {
  const isFree = sandbox === "danger-full-access";
  const what = asText(params["command"]) ?? asText(params["reason"]) ?? "something";
  const denial = isFree ? {} : { denied: what };
  switch (method) {
    case "item/commandExecution/requestApproval":
    case "item/fileChange/requestApproval":
      return { answer: { decision: isFree ? "accept" : "decline" }, ...denial };
    case "execCommandApproval":
    case "applyPatchApproval":
      return { answer: { decision: isFree ? "approved" : { denied: { rejection: REJECTION } } }, ...denial };
    case "item/permissions/requestApproval":
      return { answer: { permissions: {}, scope: "turn" }, denied: what };
    case "item/tool/requestUserInput":
      return { answer: { answers: {} } };
    case "mcpServer/elicitation/request": {
      const isOurs = params["serverName"] === "reeve";
      return {
        answer: { action: isOurs || isFree ? "accept" : "decline", content: isOurs || isFree ? {} : null, _meta: null },
      };
    }
    default:
      return { answer: undefined };
  }
}

const REJECTION = "Nobody is there to allow it.";
