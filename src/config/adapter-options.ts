/**
 * `options` of an agent in `reeve.yaml`: which of them each adapter understands, and what their values look like. A new
 * driver adds its row here. What is checked here reaches the driver as text.
 */
import { z } from "zod";
import { asMapping } from "../basics/loose.ts";
import { describePath } from "./mistakes/describe-value.ts";
import type { Path, Report } from "./yaml/open-source.ts";

type Kind = "whole" | "amount" | "text" | "flag" | "permission" | "sandbox";

interface OptionRule {
  readonly kind: Kind;
  readonly about: string;
}

const MAX_TURNS: OptionRule = { kind: "whole", about: "Steps of the model in one attempt; more is a failure." };
const PERMISSIONS = ["allow", "deny"];
const SANDBOXES = ["danger-full-access", "workspace-write", "read-only"];
const ANSWER_SCHEMA = "Give it the form of its answer as a JSON Schema;";
const SYSTEM_PROMPT: OptionRule = { kind: "text", about: "Added to the agent's own system prompt." };

const CODEX: Readonly<Record<string, OptionRule>> = {
  sandbox: { kind: "sandbox", about: "What its commands may touch; danger-full-access by default." },
  silence_s: { kind: "amount", about: "Seconds without a word and without a tool at work; more is a failure. 540." },
  effort: { kind: "text", about: "How much its model thinks, as `model_reasoning_effort` wants it." },
  plugins: { kind: "flag", about: "Its plugins and apps, which it looks up on the network at every start; off." },
  system_prompt: SYSTEM_PROMPT,
};

/** By adapter; an adapter that is not named here has no options. */
const ADAPTER_OPTIONS: Readonly<Record<string, Readonly<Record<string, OptionRule>>>> = {
  claude: {
    max_turns: MAX_TURNS,
    max_usd: { kind: "amount", about: "Its own limit of what one attempt may cost, checked after each answer." },
    max_retries: { kind: "whole", about: "How often it tries a refused request again by itself; 4 by default." },
    answer_schema: { kind: "flag", about: `${ANSWER_SCHEMA} true by default.` },
    system_prompt: SYSTEM_PROMPT,
  },
  acp: {
    permissions: { kind: "permission", about: "What it is answered when it asks whether it may; allow by default." },
    mode: { kind: "text", about: "The mode of its session, by the id it offers." },
    files: {
      kind: "flag",
      about: "Offer to read and write files for it, inside its workspace only; false by default.",
    },
    auth_method: { kind: "text", about: "How it logs in when it says that it has to, by the id it offers." },
  },
  codex: CODEX,
  "codex-exec": CODEX,
  opencode: {
    max_retries: { kind: "whole", about: "How often it may wait for its model's API by itself; 4 by default." },
    agent: { kind: "text", about: "Which of its agents works, by name." },
    answer_schema: { kind: "flag", about: `${ANSWER_SCHEMA} false by default.` },
    system_prompt: SYSTEM_PROMPT,
  },
  gemini: {
    max_turns: MAX_TURNS,
    max_retries: { kind: "whole", about: "How often it tries a refused request again by itself; its own settings." },
  },
  copilot: {
    agent: { kind: "text", about: "Which of its custom agents works, by name." },
  },
  qwen: {
    auth_type: {
      kind: "text",
      about: "How it reaches its model, as `--auth-type` wants it; openai where a key is set.",
    },
    max_retries: { kind: "whole", about: "How often it waits on for a limit after its seven tries; 0 by default." },
    max_turns: MAX_TURNS,
    max_tool_calls: { kind: "whole", about: "Calls of tools in one attempt; more is a failure." },
    system_prompt: SYSTEM_PROMPT,
  },
};

export const optionsField = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()], { error: "a text, a number, true or false" }), {
    error: "a mapping like { max_turns: 50 }",
  })
  .default({})
  .meta({
    description: `Settings only one adapter understands. ${described()}`,
    examples: [{ max_turns: 50 }],
  });

/** Works on unchecked values: tells all it can. */
export function checkOptions(path: Path, adapter: string, options: unknown, report: Report): void {
  const known = ADAPTER_OPTIONS[adapter] ?? {};
  for (const [name, value] of Object.entries(asMapping(options))) {
    const rule = known[name];
    const where = [...path, name];
    const what = describePath(undefined, where);
    if (!rule)
      report.mistake(where, `${what} means nothing to the adapter ${adapter}`, hintFor(name, known, report), "key");
    // Of a list or a mapping the shape is told already.
    else if (typeof value !== "object" && !FITS[rule.kind](value))
      report.mistake(where, `${what} does not fit`, HINTS[rule.kind]);
  }
}

export function toOptions(options: z.output<typeof optionsField>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
}

const FITS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  whole: (value) => Number.isInteger(value) && Number(value) >= 0,
  amount: (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
  text: (value) => typeof value === "string" && value.trim() !== "",
  flag: (value) => typeof value === "boolean",
  permission: (value) => PERMISSIONS.includes(String(value)),
  sandbox: (value) => SANDBOXES.includes(String(value)),
};

const HINTS: Readonly<Record<Kind, string>> = {
  whole: "a whole number, like 50",
  amount: "a number above 0, like 2.5",
  text: "a text",
  flag: "true or false",
  permission: "allow or deny",
  sandbox: `one of ${SANDBOXES.join(", ")}`,
};

function hintFor(name: string, known: Readonly<Record<string, OptionRule>>, report: Report): string {
  const names = Object.keys(known);
  if (names.length === 0) return "remove it: this adapter has no options";
  const meant = report.suggest(name, names);
  return `${meant === undefined ? "" : `did you mean "${meant}"? `}its options: ${names.join(", ")}`;
}

function described(): string {
  return Object.entries(ADAPTER_OPTIONS)
    .map(([adapter, options]) => `${adapter}: ${Object.keys(options).join(", ")}.`)
    .join(" ");
}
