/** What a person reads of a run whose integrated work is red: where to see why, and what can be done about it. */
import type { FleetView } from "../app/look/fleet-view.ts";

export function isRed({ integration }: Pick<FleetView, "integration">): boolean {
  return integration?.check === "red";
}

/** Empty where it is not. What failed is not in the state; the command that reads the journal for it is named. */
export function redLines({ integration }: Pick<FleetView, "integration">): string[] {
  if (integration?.check !== "red") return [];
  const { branch } = integration;
  return [
    `${branch} is red and is not landed: \`reeve why\` says what failed, \`reeve review\` shows all of it.`,
    `To fix it, run a plan that starts from it (\`base: ${branch}\`), or fix it yourself: \`git switch --create fix ${branch}\`.`,
  ];
}
