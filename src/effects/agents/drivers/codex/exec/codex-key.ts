/**
 * Whether `codex exec` will pay with a key: only then does it talk to the address the gateway stands in front of. A login
 * with ChatGPT goes elsewhere, whatever keys lie about in the environment. It looks for a key and never hands it on.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asMapping, asText } from "../../../../../basics/loose.ts";

export function paysWithKey(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["CODEX_API_KEY"]) return true;
  const login = savedLogin(env["CODEX_HOME"] || join(env["HOME"] ?? "", ".codex"));
  const mode = asText(login["auth_mode"]);
  // Older ones name no way of login, and keep the key beside the tokens of the other.
  return mode === undefined ? !!login["OPENAI_API_KEY"] && !login["tokens"] : mode === "apikey";
}

function savedLogin(home: string): Readonly<Record<string, unknown>> {
  try {
    return asMapping(JSON.parse(readFileSync(join(home, "auth.json"), "utf8")));
  } catch {
    return {};
  }
}
