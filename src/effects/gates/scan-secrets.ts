/**
 * `scan-secrets ORDER`: a program of its own, because a rule that backtracks over hostile text must not stop Reeve. Looks
 * for what looks like a secret in files of a workspace and writes down where and by which rule, never what: of the text
 * there is only a salted digest, to know again what was there before. Comments that switch rules off have no effect.
 */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { climb, lookInto, TOO_LARGE } from "./workspace-file.ts";

export interface ScanOrder {
  readonly dir: string;
  readonly paths: readonly string[];
  readonly salt: string;
  readonly bytesMax: number;
  readonly findingsMax: number;
  /** Where the findings are written to. */
  readonly found: string;
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

const order = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as ScanOrder;
const findings: Finding[] = [];
const large: string[] = [];
for (const path of order.paths) {
  findings.push(...(await scan(path)));
  if (findings.length >= order.findingsMax) break;
}
const scanned: Scanned = { findings: findings.slice(0, order.findingsMax), large };
writeFileSync(`${order.found}.new`, JSON.stringify(scanned));
renameSync(`${order.found}.new`, order.found);

async function scan(path: string): Promise<readonly Finding[]> {
  const content = await lookInto(...climb(order.dir, path), order.bytesMax);
  if (content === TOO_LARGE) large.push(path);
  if (content === undefined || content === TOO_LARGE) return [];
  const source = { filePath: join(order.dir, path), content, ext: extname(path), contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true } });
  return messages.map(({ range, loc, ruleId }) => ({
    path,
    line: loc.start.line,
    rule: ruleId.replace(PREFIX, ""),
    digest: createHash("sha256")
      .update(`${order.salt}${content.slice(range[0], range[1])}`)
      .digest("hex"),
  }));
}
