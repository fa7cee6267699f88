/** What was not done because files a person wrote have mistakes: the end of that sentence. */
import type { Refusal } from "../../app/refusal.ts";

export const KEPT: Readonly<Record<Extract<Refusal, { what: "mistakes" }>["kept"], string>> = {
  run: "nothing was started",
  stop: "reeve.yaml must be readable to stop the agents it names; nothing was changed",
  plan: "no agent was asked for a plan",
  approve: "nothing was approved",
  add: "no task was added",
  contract: "no contract was checked",
  simulate: "nothing was simulated",
  classify: "reeve.yaml must be right for its rules to be used",
  epic: "nobody was asked, nothing was written",
  notify: "no message was sent",
  kanban: "no agent was called, nothing was written",
  checkpoint: "nothing was checked",
  failures: "reeve.yaml must be right to know which history is shared",
};
