/** From an act to its order: what a person still has to say is asked for once, with the command that does the same. */
import { signal } from "@preact/signals";
import { post } from "./api.ts";
import { go, isLive, moment, place, refreshOverview, said } from "./store.ts";
import type { Act } from "./types.ts";

export interface Asking {
  readonly act: Act;
  readonly project: string;
  readonly run: string;
}

export const asking = signal<Asking | null>(null);

/** Without a word these change nothing that another word would not undo. */
const AT_ONCE: ReadonlySet<string> = new Set(["ack", "pause", "resume"]);

export function perform(act: Act, at: { project: string; run: string } = place.value): void {
  if (act.order === null) return look(act, at);
  if (!isLive.value) {
    tell("This is a past moment. Press 0 to come back to now, then act.", true);
    return;
  }
  if (act.asks === null && AT_ONCE.has(act.order.type)) void send(act, "", at);
  else asking.value = { act, ...at };
}

function look({ verb, command }: Act, at: { project: string; run: string }): void {
  const task = command.split(" ")[2] ?? "";
  if (verb === "Why") return go("task", { ...at, task });
  if (verb === "Log") return go("log", { ...at, task });
  copy(command);
}

export function copy(command: string): void {
  void navigator.clipboard?.writeText(command).catch(() => {});
  tell(`Copied: ${command}`, false);
}

/** What is said goes where the order wants it. */
export async function send(act: Act, words: string, at: { project: string; run: string }): Promise<boolean> {
  if (act.order === null || moment.value !== null) return false;
  const body = { ...act.order, ...wordsFor(act, words) };
  try {
    const { text } = await post<{ text: string }>(`/projects/${at.project}/runs/${at.run}/orders`, body);
    tell(text, false);
    void refreshOverview();
    return true;
  } catch (error) {
    tell((error as Error).message, true);
    return false;
  }
}

function wordsFor({ asks }: Act, words: string): object {
  if (asks === "answer" || asks === "text") return { text: words };
  if (asks === "usd") return { usd: Number(words) };
  return asks === "because" ? { because: words } : {};
}

/** The command with what is said filled in. */
export function commandWith({ command }: Act, words: string): string {
  if (words === "") return command;
  return command.replace('"…"', quoted(words)).replace("…", words);
}

function quoted(words: string): string {
  return /["$`\\!]/.test(words) ? `'${words.replaceAll("'", `'\\''`)}'` : `"${words}"`;
}

let saying = 0;

function tell(text: string, isRefused: boolean): void {
  said.value = { text, isRefused };
  const mine = ++saying;
  setTimeout(() => {
    if (mine === saying) said.value = null;
  }, 8_000);
}
