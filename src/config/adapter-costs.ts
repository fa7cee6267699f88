/**
 * What each kind of agent tells of its own spending: dollars, tokens, or nothing. Whoever tells nothing can be counted by
 * the gateway alone. An adapter that is not listed here is taken to tell tokens.
 */

export type Tells = "dollars" | "tokens" | "nothing";

/** `dollars` also where only some of the agents an adapter speaks to tell them. */
const TELLS: ReadonlyMap<string, Tells> = new Map([
  ["command", "nothing"],
  ["scripted", "dollars"],
  ["claude", "dollars"],
  ["opencode", "dollars"],
  ["acp", "dollars"],
  ["copilot", "nothing"],
]);

export function tellsOf(adapter: string): Tells {
  return TELLS.get(adapter) ?? "tokens";
}
