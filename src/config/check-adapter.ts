/** What each adapter needs in `reeve.yaml` and what means nothing to it. Works on unchecked values: tells all it can. */

import { asList, asText } from "../basics/loose.ts";
import { checkOptions } from "./adapter-options.ts";
import { ADAPTERS } from "./config-schema.ts";
import { describePath } from "./mistakes/describe-value.ts";
import { isOwnAdapter } from "./own-adapter.ts";
import type { Path, Report } from "./yaml/open-source.ts";

interface AdapterRule {
  readonly needs: Readonly<Record<string, string>>;
  readonly ignores: readonly string[];
}

/** Found in PATH by its own name. */
const DRIVEN: AdapterRule = { needs: {}, ignores: ["script"] };

const RULES: Readonly<Record<(typeof ADAPTERS)[number], AdapterRule>> = {
  command: { needs: { command: "name the program, like command: [my-agent, --flag]" }, ignores: ["script"] },
  scripted: { needs: { script: "name the file of steps, like script: agent-script.yaml" }, ignores: ["command"] },
  claude: DRIVEN,
  qwen: DRIVEN,
  codex: DRIVEN,
  "codex-exec": DRIVEN,
  opencode: DRIVEN,
  gemini: DRIVEN,
  copilot: DRIVEN,
  acp: {
    needs: { command: "name the program and what makes it speak ACP, like command: [my-agent, --acp]" },
    ignores: ["script"],
  },
};

export function checkAdapter(name: string, agent: Readonly<Record<string, unknown>>, report: Report): void {
  const adapter = ADAPTERS.find((known) => known === agent.adapter);
  const path = ["agents", name];
  if (adapter) {
    for (const [key, hint] of Object.entries(RULES[adapter].needs)) {
      if (!(key in agent)) report.mistake(path, `${describePath(agent, [...path, key])} is missing`, hint, "key");
    }
    for (const key of RULES[adapter].ignores) {
      const what = `${describePath(agent, [...path, key])} means nothing to the adapter ${adapter}`;
      if (key in agent)
        report.mistake([...path, key], what, `remove it, or choose another adapter: ${ADAPTERS.join(", ")}`, "key");
    }
    checkOptions([...path, "options"], adapter, agent.options, report);
  }
  if (isOwnAdapter(asText(agent.adapter) ?? "") && "script" in agent) {
    const what = `${describePath(agent, [...path, "script"])} means nothing to an adapter of your own`;
    report.mistake([...path, "script"], what, "remove it, or hand it over under options", "key");
  }
  checkCommand([...path, "command"], agent.command, report);
}

function checkCommand(path: Path, command: unknown, report: Report): void {
  const where = describePath(undefined, path);
  // Whoever writes a quote or a pipe expects a shell; there is none.
  const special = typeof command === "string" ? /["'`\\$|&;<>()*?\n]/.exec(command)?.[0] : undefined;
  if (special !== undefined) {
    const hint = "write a list, one item per argument: [my-agent, --say, two words]";
    report.mistake(path, `${where} contains ${JSON.stringify(special)}, but no shell reads it`, hint);
  }
  const [program] = asList(command);
  if (typeof program === "string" && program.trim() === "") {
    report.mistake([...path, 0], `${where} begins with a blank`, "name the program first");
  }
}
