/** A shell command a person wrote into a plan or into reeve.yaml, short or with a name and a limit. */
import { z } from "zod";
import { present } from "../../basics/present.ts";
import type { CommandCheck } from "../../domain/spec/plan.ts";
import { flag, mapping, seconds, text } from "./fields.ts";

export const commandCheck = z
  .union(
    [
      text("a shell command, like npm test"),
      mapping(
        {
          name: text("a short name for it").optional().meta({ description: "Its name in reports." }),
          run: text("a shell command, like npm test").meta({
            description: "The shell command; exit status 0 is success.",
          }),
          timeout_s: seconds("seconds above 0, like 300")
            .optional()
            .meta({ description: "Seconds it may take; longer is a failure." }),
          must_pass: flag.optional().meta({
            description:
              "For a gate. true: it must pass, even if it failed before the work. false: what failed before is always excused.",
          }),
        },
        "a shell command, or { name, run, timeout_s, must_pass }",
      ),
    ],
    { error: "a shell command, or { name, run, timeout_s, must_pass }" },
  )
  .meta({ examples: ["npm test", { name: "tests", run: "npm test", timeout_s: 300 }] });

export function toCheck(check: z.output<typeof commandCheck>, timeoutS: number): CommandCheck {
  const { name, run, timeout_s, must_pass } = typeof check === "string" ? { run: check } : check;
  return {
    name: oneLine(name ?? run.trim()),
    run,
    timeoutS: timeout_s ?? timeoutS,
    ...present({ mustPass: must_pass }),
  };
}

const LINE_LENGTH_MAX = 80;

export function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX - 1)}…` : line;
}
