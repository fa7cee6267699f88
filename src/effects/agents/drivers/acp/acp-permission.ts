/** Answers an agent that asks whether it may: nobody else is there to. Yes by default; the option `permissions` can say no. */
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { Loose } from "../json-line.ts";

export type Permissions = "allow" | "deny";

/** Once rather than always: agents take "always" as a wish to work in another mode. */
const KINDS: Readonly<Record<Permissions, readonly string[]>> = {
  allow: ["allow_once", "allow_always"],
  deny: ["reject_once", "reject_always"],
};

/** `cancelled` where the turn is being ended, or where what is wanted is not among the choices. */
export function answerPermission(request: Loose, permissions: Permissions, isEnding: boolean): { outcome: object } {
  const choices = asList(request["options"]).map(asMapping);
  const chosen = isEnding
    ? undefined
    : KINDS[permissions].flatMap((kind) => choices.filter((choice) => choice["kind"] === kind)).at(0);
  const optionId = asText(chosen?.["optionId"]);
  return { outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
}
