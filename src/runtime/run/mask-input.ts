/**
 * An input as it may be journaled. What agents, gates, git and people say is masked. What a person wrote to be carried out,
 * the plan and the settings, is left as it is: a gate whose line is masked could not be run. It is masked where it is shown.
 */
import { maskSecrets } from "../../domain/secrets/mask-secrets.ts";
import type { Input } from "../../engine/input.ts";

export function maskInput(input: Input): Input {
  switch (input.type) {
    case "create_run":
    case "edit_plan":
    case "add":
      return input;
    case "run_opened":
      return { ...maskSecrets(input), settings: input.settings };
    default:
      return maskSecrets(input);
  }
}
