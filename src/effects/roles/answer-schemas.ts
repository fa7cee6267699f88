/**
 * What the debugger, the supervisor and the reviewer hand back, as published schemas. The planner's is in
 * `planner-schema.ts`. Shapes only: whether a named task exists is asked where the answer is used.
 */
import { z } from "zod";
import { FAILURE_CLASSES } from "../../domain/proof/failure.ts";
import { CONFIDENCES, SUPERVISOR_ACTIONS, VERDICTS } from "../../domain/work/role-answers.ts";
import {
  choice,
  flagOr,
  lineNumber,
  listOf,
  orNull,
  record,
  saying,
  text,
  textOrEmpty,
  texts,
} from "./answer-fields.ts";

const change = record({
  file: text("The file to change, relative to the project."),
  line: lineNumber("Where in it; null where it is new."),
  current: textOrEmpty("What stands there."),
  should_be: textOrEmpty("What should stand there."),
});

/** A sentence alone is a fix without named changes. */
const fix = z
  .preprocess(
    (value) => (typeof value === "string" ? { description: value } : (value ?? {})),
    record({
      description: textOrEmpty("What to do, for the next attempt."),
      changes: listOf(change, "Change by change, as far as it is known."),
    }),
  )
  .meta({ description: "How it can be mended." });

export const debuggerSchema = record({
  failure_classification: z
    .preprocess(knownClass, z.enum(FAILURE_CLASSES, { error: "must be one of Reeve's failure classes, or unknown" }))
    .meta({ description: "What kind of failure it is." }),
  root_cause: saying("Why it failed, in a sentence or two: the cause, not the symptom."),
  root_cause_location: orNull(
    record({
      file: text("A file, relative to the project."),
      line: lineNumber("A line of it; null where it is about the whole file."),
      context: textOrEmpty("What stands there, or what is missing there."),
    }),
    "Where the cause lies; null where it could not be found.",
  ),
  fix,
  out_of_scope: texts("What must be left alone, or cannot be reached from this task."),
  upstream_dependency: orNull(
    text("The id of a task.", 200),
    "The task whose output is wrong or missing; null where the cause is in the task itself.",
  ),
  confidence: z
    .preprocess(confidenceOf, z.enum(CONFIDENCES, { error: `must be one of: ${CONFIDENCES.join(", ")}` }))
    .meta({ description: "How sure it is." }),
  confidence_reason: textOrEmpty("Why as sure as that."),
}).meta({ title: "debugger", description: "Why an attempt failed and how the next one can succeed." });

const action = record({
  task_id: text("The task it is about.", 200),
  action: choice(SUPERVISOR_ACTIONS, "What is to be done with it."),
  reason: saying("Why."),
  new_model: text("retry_escalated: a tier or a model; absent: the next tier.", 200).optional(),
  upstream: text("retry_dependency, reorder: the id of the task that goes first.", 200).optional(),
  additional_context: text("What the next attempt is told.").optional(),
  human_question: text("escalate: the specific question for a person.").optional(),
});

export const supervisorSchema = record({
  diagnosis: saying("What happens here, in a few sentences."),
  pattern_detected: orNull(
    record({
      description: textOrEmpty("What repeats."),
      affected_tasks: texts("The ids of the tasks it concerns."),
      root_cause: saying("The one cause behind it."),
    }),
    "What several failures have in common; null where they have nothing in common.",
  ),
  actions: listOf(action, "What to do, in this order."),
  recommendations: texts("What a person may want to change."),
  should_halt: flagOr(false, "Whether the run must stop until a person has looked."),
  halt_reason: orNull(text("A sentence."), "Why it must stop; null where it need not."),
}).meta({ title: "supervisor", description: "What to do about a failure that no rule decides." });

export const reviewerSchema = record({
  verdict: choice(
    VERDICTS,
    "approve: it may be merged or believed; reject: not as it is; unsure: a person should look.",
  ),
  reasons: texts("Why, one sentence each, with path and line where it is about code."),
  must_change: texts("What has to be different before it can be approved."),
}).meta({ title: "reviewer", description: "Whether a change, or a claim of an agent, stands." });

/** A word Reeve does not know tells no more than none. */
function knownClass(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === undefined || typeof word !== "string") return word ?? "unknown";
  return FAILURE_CLASSES.some((each) => each === word) ? word : "unknown";
}

const HIGH_MIN = 0.8;
const MEDIUM_MIN = 0.5;

/** Many say it as a number from 0 to 1, or to 100. Who says nothing is not sure. */
function confidenceOf(value: unknown): unknown {
  if (typeof value === "string") return value.trim().toLowerCase();
  if (typeof value !== "number") return value ?? "low";
  const share = value > 1 ? value / 100 : value;
  return share >= HIGH_MIN ? "high" : share >= MEDIUM_MIN ? "medium" : "low";
}
