/**
 * Which word a session has chosen for a thing and which it does not want: from a synonyms file, from glossaries, and from what
 * glossary pages write behind "not". These are rules, so a document that breaks one fails. Pure.
 */
import { parse } from "yaml";
import { asList, asMapping, asText } from "../../../basics/loose.ts";
import { type Document, type Line, plainOf } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { stemOf, wordsOf } from "./words.ts";

export interface Rule {
  readonly preferred: string;
  readonly unwanted: string;
  /** Where it is written. */
  readonly file: string;
  readonly line: number;
}

const GLOSSARY =
  /^(?:\d+\.?\s*)?(?:glossary|terminology|terms|definitions|ubiquitous language|glosario|glossaire|glossar)\b|用語集|术语/iu;
const FILES = ["synonyms.yaml", "synonyms.yml", "synonyms.json", "spec/synonyms.yaml", "terms.yaml"];
const PAGES = ["glossary.md", "GLOSSARY.md", "spec/glossary.md", "docs/glossary.md", "artifacts/glossary.md"];

export function rulesOf(session: Session): readonly Rule[] {
  const { files, documents } = session;
  const fromFiles = FILES.flatMap((file) => (files.has(file) ? synonymsIn(files.read(file) ?? "", file) : []));
  const pages = PAGES.flatMap((file) => (files.has(file) ? pageLines(files.read(file) ?? "", file) : []));
  const sections = Object.values(documents).flatMap((document) => document.lines.filter(isInGlossary));
  return [...fromFiles, ...[...pages, ...sections].flatMap(ruleIn)];
}

function isInGlossary({ headings, in: where }: Line): boolean {
  return where === "text" && headings.some((title) => GLOSSARY.test(title));
}

function synonymsIn(text: string, file: string): readonly Rule[] {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return [];
  }
  const lines = text.split("\n");
  return Object.entries(asMapping(value)).flatMap(([preferred, others]) => {
    const listed = asList(others).length > 0 ? asList(others) : [others];
    const at = lines.findIndex((line) => line.replace(/["']/g, "").startsWith(preferred));
    return listed.flatMap((other) => {
      const unwanted = asText(other);
      return unwanted === undefined ? [] : [{ preferred, unwanted, file, line: Math.max(0, at) + 1 }];
    });
  });
}

function pageLines(text: string, file: string): readonly Line[] {
  return text.split("\n").map((source, index) => ({
    file,
    line: index + 1,
    text: source,
    headings: ["Glossary"],
    level: 0,
    in: "text" as const,
  }));
}

const ENTRY = /^\s*[-*+]\s+(?:\*\*|__|`)?([^*_`:–—]{2,50}?)(?:\*\*|__|`)?\s*(?:[:–—]|\s-\s)(.*)$/u;
const NOT =
  /(?<!\p{L})(?:not|avoid|never|instead of|don'?t say|do not use|nicht|statt|vermeiden?|pas|éviter|au lieu de|no|evitar|en lugar de)(?!\p{L})[:\s]*["“„«'`*_]*([^).;"”“»`*_]{2,80})/iu;
/** That the words behind it are a list of words, and no sentence that denies something. */
const IS_LIST =
  /(?<!\p{L})(?:not|nicht|pas|no)\s*:|\(\s*(?:not|nicht|pas|no)(?!\p{L})|avoid|instead of|don'?t say|do not use|(?<!\p{L})(?:statt|vermeiden?|éviter|au lieu de|evitar|en lugar de)(?!\p{L})/iu;

/** "**Guest**: who books a room (not: customer, client)", or a table with a column of what is not to be said. */
function ruleIn({ text, file, line }: Line): readonly Rule[] {
  const row = /^\s*\|(.+)\|\s*$/
    .exec(text)?.[1]
    ?.split("|")
    .map((cell) => plainOf(cell));
  const [, term, meaning] = ENTRY.exec(text) ?? [];
  const [, listed] = NOT.exec(meaning ?? "") ?? [];
  const isColumn =
    row !== undefined && row.length >= 3 && !/^(?:term|word|begriff|wort|terme|término|[-: ]+)$/iu.test(row[0] ?? "");
  const preferred = isColumn ? row[0] : plainOf(term ?? "");
  const others = isColumn ? row.at(-1) : IS_LIST.test(meaning ?? "") ? listed : undefined;
  if (preferred === undefined || preferred === "" || others === undefined) return [];
  const words = others
    .split(/,|;|\b(?:or|and|oder|und|ou|et)\b|\/|，/u)
    .map((word) => plainOf(word).replace(/^["“']|["”']$/g, ""));
  return words
    .filter((word) => /^[\p{L}][\p{L} -]{1,29}$/u.test(word) && word.split(" ").length <= 3)
    .map((unwanted) => ({ preferred, unwanted, file, line }));
}

/** The first line of a document where the unwanted word stands, and how many there are. */
export function usesOf({ unwanted, preferred }: Rule, { lines }: Document): readonly Line[] {
  const wanted = wordsOf(unwanted).map(stemOf);
  const better = wordsOf(preferred).map(stemOf);
  return lines.filter((line) => {
    if (line.in !== "text" || isInGlossary(line)) return false;
    const stems = wordsOf(line.text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, " ")).map(stemOf);
    return stems.some((_, at) => isAt(stems, wanted, at) && !isWithin(stems, better, wanted, at));
  });
}

function isAt(stems: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.length > 0 && wanted.every((stem, step) => stems[at + step] === stem);
}

/** "order" is no unwanted word inside of the chosen "order item". */
function isWithin(stems: readonly string[], better: readonly string[], wanted: readonly string[], at: number): boolean {
  return better.length > wanted.length && better.some((_, shift) => isAt(stems, better, at - shift));
}
