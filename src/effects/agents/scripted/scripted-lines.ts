/** What the scripted agent and its adapter agree on besides the events themselves. */
import type { FailureClass, RestartKind } from "../../../domain/proof/failure.ts";

/** Exit status for a script that cannot be used. */
export const SCRIPT_ERROR = 78;

/** Printed before an exit that the script asked for. */
export interface ScriptedLine {
  readonly type: "failure";
  readonly class: FailureClass;
  readonly restart: RestartKind;
  readonly message: string;
}
