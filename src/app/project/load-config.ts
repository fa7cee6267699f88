/** Reads reeve.yaml from disk and checks it whole. By itself, because what needs no plan need not load what reads one. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Checked, Mistake } from "../../config/mistakes/mistake.ts";
import { defaultConfig, parseConfig } from "../../config/parse-config.ts";
import { decodeUtf8 } from "../../config/yaml/decode-utf8.ts";
import type { Config } from "../../domain/spec/config.ts";
import { SANDBOX_MODES, type SandboxConfig } from "../../domain/spec/sandbox.ts";
import { readLearned } from "../failures/learned.ts";
import { withTemplates } from "./advisor-templates.ts";
import { CONFIG_FILE, type Project, shown } from "./project.ts";

export function loadConfig(project: Project): Checked<Config> {
  const written = loadWritten(project);
  return written.ok ? withProject(project, written) : written;
}

/** A configuration that a program has in its hands, with all that the project adds to it. */
export function completeConfig(project: Project, config: Config, text: string): Checked<Config> {
  const whole = withTemplates(config, project.root, { text, file: CONFIG_FILE });
  return whole.ok ? withProject(project, { ...whole, value: { ...whole.value, hash: hashOf(text) } }) : whole;
}

function withProject(project: Project, written: Extract<Checked<Config>, { ok: true }>): Checked<Config> {
  // What a person wrote comes before what was learned from people.
  const learned = readLearned(project);
  const failures = [...written.value.failures, ...learned.rules];
  const sandbox = asCommanded(written.value.sandbox);
  return {
    ...written,
    value: { ...written.value, failures, sandbox },
    warnings: [...written.warnings, ...learned.warnings],
  };
}

/** Who starts Reeve can have this one start otherwise, whatever the file says. */
function asCommanded(sandbox: SandboxConfig): SandboxConfig {
  const said = process.env["REEVE_SANDBOX"];
  const mode = SANDBOX_MODES.find((each) => each === said);
  return mode === undefined ? sandbox : { ...sandbox, mode };
}

function loadWritten(project: Project): Checked<Config> {
  const file = join(project.root, CONFIG_FILE);
  if (!existsSync(file)) return { ok: true, value: defaultConfig(), warnings: [] };
  const read = readText(file);
  if (!read.ok) return read;
  const config = parseConfig(read.value.text, shown(file));
  if (!config.ok) return config;
  const whole = withTemplates(config.value, project.root, { text: read.value.text, file: shown(file) });
  if (!whole.ok) return whole;
  return { ...whole, value: { ...whole.value, hash: hashOf(read.value.text) }, warnings: config.warnings };
}

/** Tells whether a file was changed since. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function readText(path: string, name: string = shown(path)): Checked<{ text: string }> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { ok: false, mistakes: [unreadable(name, error as NodeJS.ErrnoException)], warnings: [] };
  }
  const decoded = decodeUtf8(bytes, name);
  if (decoded.ok) return { ok: true, value: { text: decoded.text }, warnings: [] };
  return { ok: false, mistakes: [decoded.mistake], warnings: [] };
}

function unreadable(file: string, error: NodeJS.ErrnoException): Mistake {
  const missing = error.code === "ENOENT";
  const what = missing ? "does not exist" : `cannot be read (${error.code ?? error.message})`;
  const hint = missing ? "`reeve init` writes a first one" : "check the path and its permissions";
  return { file, line: 1, col: 1, what, hint, severity: "error" };
}
