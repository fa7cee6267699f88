/** `violations:` of reeve.yaml, for the project and for an agent: what is forbidden, and what follows when it is done anyway. */
import type { z } from "zod";
import { asList, asMapping } from "../../basics/loose.ts";
import { BUILT_IN_VIOLATIONS, RESPONSES, RULE_KINDS, type ViolationRule } from "../../domain/spec/violation-rule.ts";
import type { Report } from "../yaml/open-source.ts";
import { list, mapping, name, oneOf, text, whole } from "./fields.ts";

const HINT = 'a rule like { commands: ["git push*"], do: reap }';
const PATTERNS_MAX = 100;

function patterns(hint: string) {
  return list(text(hint), `a list like [${hint}]`)
    .min(1, { error: `name at least one, like ${hint}` })
    .max(PATTERNS_MAX);
}

const rule = mapping(
  {
    files: patterns(".github/**").optional().meta({ description: "Files no agent may change, as patterns." }),
    files_outside: patterns("src/**")
      .optional()
      .meta({ description: "The only files agents may change, as patterns." }),
    commands: patterns('"git push*"')
      .optional()
      .meta({ description: "Commands no agent may run; * matches anything." }),
    hosts: patterns('"*.example.org"').optional().meta({ description: "Hosts no agent may reach." }),
    hosts_outside: patterns("example.org").optional().meta({ description: "The only hosts agents may reach." }),
    processes: whole(1, 1_000_000, "a whole number from 1, like 50")
      .optional()
      .meta({ description: "An agent may not have more processes than this at once." }),
    children: whole(0, 1_000_000, "a whole number, like 3")
      .optional()
      .meta({ description: "An agent may not start more subagents than this in one attempt." }),
    seen: list(oneOf(BUILT_IN_VIOLATIONS), "a list like [rules_touched]")
      .min(1, { error: "name at least one, like rules_touched" })
      .optional()
      .meta({ description: "Violations that Reeve looks for without a rule." }),
    do: oneOf(RESPONSES).default("notify").meta({
      description:
        "log: only record it. notify: send people a message. warn: tell the agent. pause: end the agent, keep its work, ask. reap: end it, park its work, ask.",
    }),
    name: name("a rule's name").optional().meta({ description: "Its name in reports. Default: what it forbids." }),
  },
  HINT,
);

export const violationsField = list(rule, `a list of rules: ${HINT}`)
  .default([])
  .meta({
    description:
      "What agents may not do, and what Reeve does about it. Read once, when a run begins. See docs/violations.md.",
    examples: [[{ commands: ["git push*"], do: "reap" }]],
  });

/** Works on unchecked values: tells all it can. */
export function checkViolations(root: Readonly<Record<string, unknown>>, report: Report): void {
  checkRules(["violations"], root["violations"], report);
  for (const [agent, value] of Object.entries(asMapping(root["agents"])))
    checkRules(["agents", agent, "violations"], asMapping(value)["violations"], report);
}

function checkRules(path: readonly string[], value: unknown, report: Report): void {
  const names = new Set<string>();
  asList(value).forEach((each, at) => {
    const written = asMapping(each);
    if (each !== written) return;
    const kinds = RULE_KINDS.filter((kind) => kind in written);
    if (kinds.length !== 1)
      report.mistake(
        [...path, at],
        `this rule forbids ${kinds.length === 0 ? "nothing" : kinds.join(" and ")}`,
        `name one of ${RULE_KINDS.join(", ")}`,
      );
    const own = written["name"];
    if (typeof own !== "string") return;
    if (names.has(own)) report.mistake([...path, at, "name"], `two rules are called ${own}`, "give it another name");
    names.add(own);
  });
}

/** `prefix`: whose rules they are, so that no name of an agent's rule is one of the project's. */
export function toViolationRules(file: z.output<typeof violationsField>, prefix = ""): readonly ViolationRule[] {
  const rules: ViolationRule[] = [];
  for (const { do: response, name: own, ...written } of file) {
    const on = RULE_KINDS.find((kind) => written[kind] !== undefined) ?? "seen";
    const said = written[on];
    const [of, most] = typeof said === "number" ? [[], said] : [said ?? [], 0];
    rules.push({ name: `${prefix}${own ?? freeName(on, file, rules, prefix)}`, on, of, most, response });
  }
  return rules;
}

/** commands, commands-2, … */
function freeName(
  on: string,
  file: z.output<typeof violationsField>,
  before: readonly ViolationRule[],
  prefix: string,
): string {
  const taken = new Set([...before.map((each) => each.name), ...file.map((each) => `${prefix}${each.name ?? ""}`)]);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? on : `${on}-${number}`;
    if (!taken.has(`${prefix}${free}`)) return free;
  }
}
