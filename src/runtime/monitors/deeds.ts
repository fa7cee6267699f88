/**
 * What an agent did, as far as a call of its tools or a command line tells: commands, files, hosts, agents of its own. Read off
 * texts that an agent wrote: bounded, and never more than a hint. What hides behind an alias or a script is not seen here.
 */
import { asMapping } from "../../basics/loose.ts";
import { toolKind } from "../../effects/agents/adapters/tool-kind.ts";

export interface Deeds {
  readonly commands: readonly string[];
  /** Files it changes, as it calls them. */
  readonly files: readonly string[];
  readonly hosts: readonly string[];
  /** It starts an agent of its own. */
  readonly child: boolean;
}

const TEXT_MAX = 4_000;
const PARTS_MAX = 50;

export function deedsOf(name: string, input: string): Deeds {
  const text = input.slice(0, TEXT_MAX);
  const fields = fieldsOf(text);
  const said = fields.filter(({ key }) => COMMAND_KEYS.has(key)).map(({ value }) => value);
  const isShell = SHELL.test(name);
  const shell = said.length > 0 ? said.join("\n") : isShell ? text : "";
  const files = fields.filter(({ key }) => PATH_KEYS.has(key)).map(({ value }) => value);
  return {
    commands: commandsIn(shell),
    files: toolKind(name, input) === "changed" ? [...files, ...writtenBy(shell)].slice(0, PARTS_MAX) : [],
    hosts: hostsIn(text),
    child: CHILD.has(name.toLowerCase().replaceAll(/[^a-z]/g, "")),
  };
}

const COMMAND_KEYS: ReadonlySet<string> = new Set(["command", "cmd", "script", "code", "commands"]);
const PATH_KEYS: ReadonlySet<string> = new Set([
  "file_path",
  "path",
  "filename",
  "file",
  "notebook_path",
  "target_file",
]);
const SHELL = /bash|shell|exec|terminal|command/i;
const CHILD: ReadonlySet<string> = new Set(["task", "agent", "subagent", "spawnagent", "delegate", "dispatchagent"]);

interface Field {
  readonly key: string;
  readonly value: string;
}

function fieldsOf(text: string): readonly Field[] {
  try {
    return Object.entries(asMapping(JSON.parse(text))).flatMap(([key, value]) => {
      if (typeof value === "string") return [{ key, value }];
      return Array.isArray(value) ? [{ key, value: value.filter((each) => typeof each === "string").join(" ") }] : [];
    });
  } catch {
    return [];
  }
}

/** The simple commands of a shell's text, also those it hands to another shell in quotes. */
export function commandsIn(text: string): readonly string[] {
  const parts = text.slice(0, TEXT_MAX).split(/&&|\|\||[;|&\n'"`()]|\$\(/);
  return parts.flatMap((part) => plain(part)).slice(0, PARTS_MAX);
}

/** Without what may stand before a command, and also by the bare name of its program. */
function plain(part: string): readonly string[] {
  const command = part.trim().replace(/^(?:(?:sudo|exec|env|nohup|time|command)\s+|\w+=\S*\s+)+/, "");
  if (command === "") return [];
  const bare = command.replace(/^\S*\//, "");
  return bare === command ? [command] : [command, bare];
}

/** `> file`, `tee file`, `sed -i … file`, `rm`, `mv`, `cp`: what is named last, or after the arrow. */
function writtenBy(shell: string): readonly string[] {
  const arrows = [...shell.matchAll(/>{1,2}\s*([^\s;|&<>'"]+)/g)].map(([, file = ""]) => file);
  const named = commandsIn(shell).flatMap((command) => {
    const [program = "", ...words] = command.split(/\s+/);
    return WRITERS.has(program) ? words.filter((word) => !word.startsWith("-")) : [];
  });
  return [...arrows, ...named];
}

const WRITERS: ReadonlySet<string> = new Set(["tee", "rm", "mv", "cp", "touch", "truncate", "ln", "sed", "chmod"]);

export function hostsIn(text: string): readonly string[] {
  const urls = [
    ...text.slice(0, TEXT_MAX).matchAll(/\b(?:https?|wss?|ftp|ssh|git):\/\/(?:[^\s/@"']*@)?([A-Za-z0-9.-]+)/g),
  ];
  const remotes = [...text.slice(0, TEXT_MAX).matchAll(/\b[\w.-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?=[:\s])/g)];
  const hosts = [...urls, ...remotes].map(([, host = ""]) => host.toLowerCase());
  return [...new Set(hosts)].filter((host) => !LOCAL.test(host)).slice(0, PARTS_MAX);
}

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)?$/;
