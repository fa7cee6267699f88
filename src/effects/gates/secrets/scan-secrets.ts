/**
 * The search for secrets: a program of its own, because a rule that backtracks over hostile text must not stop Reeve, and
 * one that stays, because loading the rules takes longer than looking. It reads one order per line and answers each with
 * one line; it ends with its input. What is a secret say two: Reeve's own kinds (`domain/secrets`), which are also what it
 * masks, and secretlint's rules, which know more vendors. It says where and by which rule, never what: of the text there is only a salted
 * digest, to know again what was there before. Comments that switch rules off have no effect.
 */

import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { jsonLine } from "../../../basics/json-line.ts";
import { addAll } from "../../../basics/long-lists.ts";
import { findSecrets } from "../../../domain/secrets/find-secrets.ts";
import { isPlaceholder } from "../../../domain/secrets/placeholder.ts";
import { climb, lookInto, TOO_LARGE } from "../grounding/workspace-file.ts";

export interface ScanOrder {
  readonly dir: string;
  readonly paths: readonly string[];
  /** Files that are looked into as they were once; the same path may come more than once. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly salt: string;
  readonly bytesMax: number;
  readonly findingsMax: number;
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly digest: string;
}

export interface Scanned {
  readonly findings: readonly Finding[];
  /** Text files that were not looked into. */
  readonly large: readonly string[];
}

const PREFIX = "@secretlint/secretlint-rule-";
const config = {
  rules: rules.filter(({ meta }) => meta.id !== `${PREFIX}filter-comments`).map((rule) => ({ id: rule.meta.id, rule })),
};

// Reeve died between an order and its answer.
process.stdout.on("error", () => process.exit(0));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${jsonLine(await scan(JSON.parse(line) as ScanOrder))}\n`);
}

async function scan({ dir, paths, texts, salt, bytesMax, findingsMax }: ScanOrder): Promise<Scanned> {
  const findings: Finding[] = [];
  const large: string[] = [];
  for (const path of paths) {
    const content = await lookInto(...climb(dir, path), bytesMax);
    if (content === TOO_LARGE) large.push(path);
    else if (content !== undefined) addAll(findings, await findingsIn({ dir, path, content, salt }));
    if (findings.length >= findingsMax) break;
  }
  for (const { path, text } of texts) {
    if (findings.length >= findingsMax) break;
    addAll(findings, await findingsIn({ dir, path, content: text, salt }));
  }
  return { findings: findings.slice(0, findingsMax), large };
}

interface Text {
  readonly dir: string;
  readonly path: string;
  readonly content: string;
  readonly salt: string;
}

/** A secret can also be what a file is called. */
async function findingsIn({ dir, path, content, salt }: Text): Promise<readonly Finding[]> {
  const source = { filePath: join(dir, path), content, ext: extname(path), contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true } });
  const linted = messages
    .map(({ range, ruleId }) => ({ from: range[0], to: range[1], rule: ruleId.replace(PREFIX, "") }))
    .filter(({ from, to }) => !isStandIn(content.slice(from, to)));
  const own = findSecrets(content)
    .filter(({ isWeak, from, to }) => !isWeak && !linted.some((each) => each.from < to && from < each.to))
    .map(({ kind, from, to }) => ({ from, to, rule: kind }));
  const named = findSecrets(path).filter(({ isWeak }) => !isWeak);
  const digest = (text: string) => createHash("sha256").update(`${salt}${text}`).digest("hex");
  const lines = lineStarts(content);
  return [
    ...named.map(({ kind, from, to }) => ({
      path,
      line: 0,
      rule: `${kind} in its name`,
      digest: digest(path.slice(from, to)),
    })),
    ...[...linted, ...own]
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to, rule }) => ({
        path,
        line: lineOf(lines, from),
        rule,
        digest: digest(content.slice(from, to)),
      })),
  ];
}

/** `https://user:password@host` and its like: all of it, or what is given as the secret, is a placeholder. */
function isStandIn(text: string): boolean {
  const [, password = text] = /:([^:@/]+)@/.exec(text) ?? [];
  return isPlaceholder(text.replace(/^[^=:]{1,40}[=:]\s*/, "")) || isPlaceholder(password);
}

function lineStarts(content: string): readonly number[] {
  const starts = [0];
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** From 1. */
function lineOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
