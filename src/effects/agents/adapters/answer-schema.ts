/**
 * Which form of its answer an agent is given as a JSON Schema. Only where that is safe by itself: where the agent checks it
 * and asks its model once more, and a turn that ends without it loses nothing. Elsewhere a person may switch it on.
 */
import { z } from "zod";
import { asList, asMapping } from "../../../basics/loose.ts";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import { resultSchema } from "../../../domain/work/result-schema.ts";
import type { AdvisorRole } from "../../../domain/work/role-answers.ts";
import { roleSchemas } from "../../roles/parse-answer.ts";

/**
 * By adapter: whether it is given one where `answer_schema` says nothing. Not named: never. Codex binds every message of
 * a turn to it and checks nothing; Qwen Code takes none while it listens; the others know of no such thing.
 */
const GIVEN: Readonly<Record<string, boolean>> = { claude: true, opencode: false };

export function answerSchema({ adapter, options }: AgentConfig, advisor: AdvisorRole | undefined): object | undefined {
  const given = GIVEN[adapter];
  const wanted = options["answer_schema"] ?? String(given);
  if (given === undefined || wanted !== "true") return undefined;
  return advisor === undefined ? workerSchema() : roleSchema(advisor);
}

let worker: object | undefined;

/** Done and blocked in one form: a schema of alternatives is not taken as the form of a tool. */
function workerSchema(): object {
  if (worker) return worker;
  const { oneOf, anyOf } = asMapping(z.toJSONSchema(resultSchema, { target: "draft-7" }));
  const kinds = asList(oneOf ?? anyOf).map((each) => asMapping(asMapping(each)["properties"]));
  const status = { type: "string", enum: kinds.map((each) => asMapping(each["status"])["const"]) };
  const properties = Object.assign({}, ...kinds, { status });
  worker = { type: "object", properties, required: ["status", "task_id"] };
  return worker;
}

function roleSchema(role: AdvisorRole): object {
  const { $schema: _, ...schema } = z.toJSONSchema(roleSchemas[role], { target: "draft-7", io: "output" });
  return schema;
}
