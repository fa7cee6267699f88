/**
 * The search for secrets: a program of its own, because a rule that backtracks over hostile text must not stop Reeve, and
 * one that stays, because loading the rules takes longer than looking. It reads one order per line and answers each with
 * one line; it ends with its input. It says where and by which rule, never what: of the text there is only a salted
 * digest, to know again what was there before. Comments that switch rules off have no effect.
 */
import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
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
  process.stdout.write(`${JSON.stringify(await scan(JSON.parse(line) as ScanOrder))}\n`);
}

async function scan({ dir, paths, texts, salt, bytesMax, findingsMax }: ScanOrder): Promise<Scanned> {
  const findings: Finding[] = [];
  const large: string[] = [];
  for (const path of paths) {
    const content = await lookInto(...climb(dir, path), bytesMax);
    if (content === TOO_LARGE) large.push(path);
    else if (content !== undefined) findings.push(...(await findingsIn({ dir, path, content, salt })));
    if (findings.length >= findingsMax) break;
  }
  for (const { path, text } of texts) {
    if (findings.length >= findingsMax) break;
    findings.push(...(await findingsIn({ dir, path, content: text, salt })));
  }
  return { findings: findings.slice(0, findingsMax), large };
}

interface Text {
  readonly dir: string;
  readonly path: string;
  readonly content: string;
  readonly salt: string;
}

async function findingsIn({ dir, path, content, salt }: Text): Promise<readonly Finding[]> {
  const source = { filePath: join(dir, path), content, ext: extname(path), contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true } });
  return messages.map(({ range, loc, ruleId }) => ({
    path,
    line: loc.start.line,
    rule: ruleId.replace(PREFIX, ""),
    digest: createHash("sha256")
      .update(`${salt}${content.slice(range[0], range[1])}`)
      .digest("hex"),
  }));
}
