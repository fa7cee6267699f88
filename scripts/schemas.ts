/** Writes the JSON Schemas that ship with the package, from the schemas the code itself checks with. */
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { receiptSchema } from "../src/app/receipts/receipt-schema.ts";
import { configSchema } from "../src/config/config-schema.ts";
import { faultsSchema } from "../src/config/simulation/faults-schema.ts";
import { policySchema } from "../src/config/simulation/parse-policies.ts";
import { resultSchema } from "../src/domain/work/result-schema.ts";
import { coherenceSchema } from "../src/effects/coherence/report/report-schema.ts";
import { roleSchemas } from "../src/effects/roles/parse-answer.ts";
import { planSchema } from "../src/plan/plan-schema.ts";

/** File name → its whole text. Files for people describe what may be written, results what must be handed back. */
export function renderSchemas(): ReadonlyMap<string, string> {
  return new Map([
    ["reeve.schema.json", render(configSchema, "input")],
    ["plan.schema.json", render(planSchema, "input")],
    ["faults.schema.json", render(faultsSchema, "input")],
    ["policy.schema.json", render(policySchema, "input")],
    ["result.schema.json", render(resultSchema, "output")],
    ["receipt.schema.json", render(receiptSchema, "output")],
    ["coherence.schema.json", render(coherenceSchema, "output")],
    ...Object.entries(roleSchemas).map(([role, schema]): [string, string] => [
      `${role}.schema.json`,
      render(schema, "output"),
    ]),
  ]);
}

/** Draft 7 is what editors' YAML support and agents' structured output both read. */
function render(schema: z.ZodType, io: "input" | "output"): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { target: "draft-7", io }), null, 2)}\n`;
}

if (import.meta.main) {
  for (const [name, text] of renderSchemas()) writeFileSync(new URL(`../schemas/${name}`, import.meta.url), text);
}
