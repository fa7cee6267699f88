/** Rules for programs that are not there, in the words of those that wanted to start one. Data only. */
import type { Rule } from "../../rule.ts";

const PROGRAM = "[`'\"]?(?<s>[A-Za-z][\\w.+-]{1,40}?)[`'\"]?";

export const PROGRAM_RULES: readonly Rule[] = [
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    inTests: true,
    has: "not found",
    match: new RegExp(
      `^(?:\\w*error:? |fatal:? )*${PROGRAM}(?: or [\\w.+-]+)? (?:was |is |could )?not (?:be )?found[.,;:!]? (?:please |you (?:need|must|have) |try |to )?(?:install|make sure|is it|did you install)`,
      "i",
    ),
    unless: /\b(?:module|package|plugin|gem|crate|dependency)\b/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    inTests: true,
    has: "installed in your path|installed and in|installed and on|on your path",
    match: new RegExp(
      `(?:make sure|check|ensure)(?: that)? ${PROGRAM} is installed (?:in|and (?:in|on)) (?:your|the) path`,
      "i",
    ),
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    inTests: true,
    has: "en tant que commande interne|no binary for|missing the dependency|missing the program|could not find chrome|could not find firefox",
    match:
      /^'?(?<v>[\w.-]+)'? n['’]est pas reconnu en tant que commande|\bno binary for (?<s>\w+) browser|(?:system|machine) is missing the (?:dependency|program): (?<t>[\w.+-]+)|could not find (?<u>chrome|firefox|chromium) \(/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "fair",
    has: "cannot find",
    match: /^(?:\w*error: )cannot find (?<s>[a-z][a-z0-9+-]{2,30})$/i,
  },
];
