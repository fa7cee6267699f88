/** What Reeve found missing when it looked before a start. A fact; what follows is decided elsewhere. */

/** What agents, or the gates of their tasks, need and what is not there. */
export interface Unready {
  /** The program; of a login: the account. */
  readonly program: string;
  /** By which agents it is needed. */
  readonly agents: readonly string[];
  /** Who lacks it: an agent its program, its login or the permission to work unattended; a gate its program. */
  readonly by: "agent" | "login" | "permission" | "gate";
  /** One sentence, with what to do. */
  readonly message: string;
  readonly evidence: readonly string[];
}

/** What Reeve itself answers where it need not ask any longer: that is no person's word. */
export const BY_ITSELF = {
  there: "It is there now.",
  joined: "It is asked together with another agent that needs it.",
  unneeded: "No task that needs it is left.",
} as const;

export function isByItself(text: string): boolean {
  return Object.values(BY_ITSELF).some((each) => each === text);
}
