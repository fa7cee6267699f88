/**
 * How clearly a task's own words say that it makes a thing: by its path, or by its name beside what kind of thing it is,
 * after a word for making. A task that is told to use the thing does not make it. Words only; it knows no tasks.
 */
import { moduleName } from "../names/path-name.ts";
import { wordsOf } from "./words-of.ts";

/** 0: they do not. The higher, the clearer. */
export function saysItMakes(text: string, name: string): number {
  const clauses = text.slice(0, TEXT_LENGTH_MAX).split(/(?<=[.!?;:])\s+|\n+/);
  return Math.max(0, ...clauses.map((clause) => ratingOf(clause, name)));
}

const TEXT_LENGTH_MAX = 4_000;

function ratingOf(clause: string, name: string): number {
  const at = clause.search(USES);
  const made = at === -1 ? clause : clause.slice(0, at);
  const isMaking = MAKES.test(made);
  if (pathsIn(made).some((path) => isSame(path, name))) return isMaking ? 4 : 3;
  const words = new Set(wordsOf(made));
  const [last = "", ...above] = name.split("/").reverse();
  const thing = wordsOf(last);
  if (thing.length === 0 || thing.some((word) => isCommon(word) || !words.has(word))) return 0;
  const isKind = above.flatMap(wordsOf).some((word) => words.has(word)) || KIND.test(made);
  return isKind ? (isMaking ? 2 : 1) : 0;
}

const MAKES =
  /\b(?:creat|writ|add|mak|defin|implement|build|introduc|scaffold|generat|provid|set\s+up|migrat)(?:e|es|ing|s)?\b/i;
/** What follows is used, not made. */
const USES =
  /\b(?:us(?:e|es|ing)|import(?:s|ing)?|from|based on|on top of|depends? on|needs?|requires?|reads?|calls?|with the help of|that goes with)\b/i;
const KIND = /\b(?:models?|modules?|class|package|tables?|schema|migration|types?|library|files?|components?)\b/i;

function pathsIn(text: string): string[] {
  return [...text.matchAll(/[\w@~.-]*[\w-][./][\w./-]*\w/g)].map(([path]) => path).slice(0, 40);
}

function isSame(path: string, name: string): boolean {
  const dotted = /^[A-Za-z_]\w*(?:\.\w+)+$/.test(path) && !/\.\w{1,4}$/.test(path) ? path.replaceAll(".", "/") : path;
  const made = moduleName(dotted);
  return made === name || made.endsWith(`/${name}`) || name.endsWith(`/${made}`);
}

/** Names that half the tasks of any plan bear. */
function isCommon(word: string): boolean {
  return /^(?:index|main|mod|init|util|type|config|helper|constant|common|base|test|model|setting|app|api|src|lib|core|file|data|server|client)$/.test(
    word,
  );
}
