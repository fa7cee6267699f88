/**
 * Codex with a provider of the person's own, behind a closed network: Reeve's gateway stands in front of OpenAI's address only, so
 * nothing it asked would get out, and it would try for minutes. That is certain before it is started, from its own settings. Reads
 * only; a setting it cannot read is none.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Env } from "./look-at-agent.ts";

/** `reaches`: whether the walls let a host be reached. Null: nothing speaks against a start. */
export function unreachableProvider(adapter: string, env: Env, reaches: (host: string) => boolean): Failure | null {
  if (!ADAPTERS.includes(adapter)) return null;
  const file = join(env["CODEX_HOME"] || join(env["HOME"] ?? "", ".codex"), "config.toml");
  const found = providerIn(settingsIn(file));
  if (found === null || reaches(found.host)) return null;
  const message = `Codex is configured for the provider ${found.name} at ${found.host}, which the sandbox does not let it reach: with \`sandbox.network: gateway\` only OpenAI is asked through the gateway. Add ${found.host} to \`sandbox.hosts\` in reeve.yaml, or take model_provider out of ${file}.`;
  return { class: "config_error", restart: "terminal", subject: "codex", message, evidence: [file] };
}

const ADAPTERS: readonly string[] = ["codex", "codex-exec"];
const BYTES_MAX = 1024 * 1024;

function settingsIn(file: string): string {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= BYTES_MAX ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}

/** Of TOML as much as it takes: the key above all sections, and the address in the section it names. */
function providerIn(text: string): { readonly name: string; readonly host: string } | null {
  const [top = "", ...sections] = text.split(/^[ \t]*\[/m);
  const name = settingOf(top, "model_provider");
  if (name === null || name === "openai") return null;
  const own = sections.find((section) => {
    const title = section.slice(0, section.indexOf("]")).replaceAll(/["'\s]/g, "");
    return title === `model_providers.${name}`;
  });
  const url = settingOf(own ?? "", "base_url");
  return url !== null && URL.canParse(url) ? { name, host: new URL(url).hostname } : null;
}

function settingOf(text: string, key: string): string | null {
  return new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*["']([^"'\\n]+)["']`, "m").exec(text)?.[1] ?? null;
}
