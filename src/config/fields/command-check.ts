/** A shell command a person wrote into a plan or into reeve.yaml, short or with a name and a limit. */
import { z } from "zod";
import type { CommandCheck } from "../../domain/spec/plan.ts";
import { mapping, seconds, text } from "./fields.ts";

export const commandCheck = z
  .union(
    [
      text("a shell command, like npm test"),
      mapping(
        {
          name: text("a short name for it").optional().meta({ description: "How it is called in reports." }),
          run: text("a shell command, like npm test").meta({ description: "The shell command; 0 is success." }),
          timeout_s: seconds("seconds above 0, like 300").optional().meta({ description: "Longer is a failure." }),
        },
        "a shell command, or { name, run, timeout_s }",
      ),
    ],
    { error: "a shell command, or { name, run, timeout_s }" },
  )
  .meta({ examples: ["npm test", { name: "tests", run: "npm test", timeout_s: 300 }] });

export function toCheck(check: z.output<typeof commandCheck>, timeoutS: number): CommandCheck {
  const { name, run, timeout_s } = typeof check === "string" ? { run: check } : check;
  return { name: oneLine(name ?? run.trim()), run, timeoutS: timeout_s ?? timeoutS };
}

const LINE_LENGTH_MAX = 80;

export function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX - 1)}…` : line;
}
