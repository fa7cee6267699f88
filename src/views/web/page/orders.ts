/** From an act to its order: what a person still has to say is asked for once, with the command that does the same. */
import { signal } from "@preact/signals";
import { post } from "./api.ts";
import { go, isLive, moment, overview, place, refreshOverview, said } from "./store.ts";
import type { Act } from "./types.ts";

export interface Place {
  readonly project: string;
  readonly run: string;
}

export interface Asking extends Place {
  readonly act: Act;
  /** What was chosen already. */
  readonly words?: string;
}

export const asking = signal<Asking | null>(null);

/** Everything that changes something is confirmed once. */
export function perform(act: Act, at: Place = place.value, words = ""): void {
  if (act.order === null) return look(act, at);
  if (!isLive.value) {
    tell("This is a past moment. Press 0 to come back to now, then act.", true);
    return;
  }
  asking.value = { act, project: at.project, run: at.run, words };
}

function look(act: Act, at: Place): void {
  const { verb, command } = act;
  const task = command.split(" ")[2] ?? "";
  const { project, run } = at;
  if (verb === "Why") return go("task", { project, run, task });
  if (verb === "Log") return go("log", { project, run, task });
  copy(command, at);
}

/** As it has to be typed: with its project and run, where they are not those one stands in. */
export function copy(unplaced: string, at: Place = place.value): void {
  const command = commandAt(unplaced, at);
  const refused = () => tell(`Not copied; the browser does not allow it: ${command}`, true);
  if (navigator.clipboard === undefined) return refused();
  navigator.clipboard.writeText(command).then(() => tell(`Copied: ${command}`, false), refused);
}

export interface Sent {
  readonly ok: boolean;
  /** What became of it, or why not. */
  readonly text: string;
}

/** What is said goes where the order wants it. */
export async function send(act: Act, words: string, at: Place): Promise<Sent> {
  if (act.order === null || moment.value !== null) return { ok: false, text: "This is a past moment." };
  const body = { ...act.order, ...wordsFor(act, words) };
  const path = `/projects/${encodeURIComponent(at.project)}/runs/${encodeURIComponent(at.run)}/orders`;
  try {
    const { text } = await post<{ text: string }>(path, body);
    tell(text, false);
    void refreshOverview();
    return { ok: true, text };
  } catch (error) {
    const { message } = error as Error;
    tell(message, true);
    return { ok: false, text: message };
  }
}

function wordsFor({ asks }: Act, words: string): object {
  if (asks === "answer" || asks === "text") return { text: words };
  if (asks === "usd") return { usd: Number(words) };
  return asks === "because" ? { because: words } : {};
}

/** The command with what is said filled in, as it has to be typed here: where it is about another project or run, it says so. */
export function commandWith({ command }: Act, words: string, at: Place = place.value): string {
  const placed = commandAt(command, at);
  return words === "" ? placed : placed.replace(/"…"|…/, (gap) => (gap === "…" ? words : quoted(words)));
}

export function commandAt(command: string, { project: id, run }: Place): string {
  const project = overview.value?.projects.find((each) => each.id === id);
  if (project === undefined || overview.value === null) return command;
  const folder = id === overview.value.here ? "" : ` -C ${bare(project.dir)}`;
  const isMeant = run === "" || project.run?.run === run || /--run\b|^reeve (verify|replay)/.test(command);
  return `${command.replace(/^reeve/, () => `reeve${folder}`)}${isMeant ? "" : ` --run ${run}`}`;
}

function quoted(words: string): string {
  if (/^\d+$/.test(words)) return words;
  return /["$`\\!\n]/.test(words) ? `'${words.replaceAll("'", `'\\''`)}'` : `"${words}"`;
}

function bare(path: string): string {
  const home = path.startsWith("~/") ? "~/" : "";
  const rest = path.slice(home.length);
  return /^[\w@%+=:,./-]+$/.test(rest) ? path : `${home}'${rest.replaceAll("'", `'\\''`)}'`;
}

let saying = 0;

function tell(text: string, isRefused: boolean): void {
  said.value = { text, isRefused };
  const mine = ++saying;
  setTimeout(() => {
    if (mine === saying) said.value = null;
  }, 8_000);
}
