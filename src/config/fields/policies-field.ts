/** `policies:` of reeve.yaml: when to restart, how long to wait, when to ask. Decides what may be written there. */

import type { z } from "zod";
import { COHERENCE_POLICIES } from "../../domain/spec/config.ts";
import { amount, flag, list, mapping, minutes, oneOf, seconds, text, whole } from "./fields.ts";
import { backoffField, restartsField, withinField } from "./shared-policy-fields.ts";

export const policiesField = mapping(
  {
    worker: policy({
      restarts: 3,
      within_s: 300,
      backoff: { kind: "exponential", base_s: 2, cap_s: 60, jitter: 0.1 },
      grace_s: 10,
    }).meta({ description: "Tasks with role worker (the default role)." }),
    drone: policy({ restarts: 1, within_s: 60, backoff: "none", grace_s: 5 }).meta({
      description: "Tasks with role drone: cheap, single-shot.",
    }),
    lead: policy({
      restarts: 10,
      within_s: 3600,
      backoff: { kind: "exponential", base_s: 5, cap_s: 300, jitter: 0.1 },
      grace_s: 10,
    }).meta({ description: "Tasks with role lead." }),
    malformed_retries: whole(0, 100, "a whole number, like 3")
      .default(3)
      .meta({ description: "How many times a task gets the same input again after malformed output." }),
    lineage_retries: whole(0, 1000, "a whole number, like 3")
      .default(3)
      .meta({ description: "Retries of a task and of what replaced it, before a person is asked." }),
    attempts_max: whole(1, 10_000, "a whole number from 1, like 20")
      .default(20)
      .meta({ description: "Attempts of a task and of what replaced it, of any kind, before a person is asked." }),
    lost_attempts: whole(1, 1000, "a whole number from 1, like 5")
      .default(5)
      .meta({ description: "Attempts of a task whose process vanishes, in a row, before a person is asked." }),
    uncounted_attempts: whole(1, 10_000, "a whole number from 1, like 30").default(30).meta({
      description: "Attempts of a task that cost nothing (lost, limited, blocked), before a person is asked.",
    }),
    advisor_calls: mapping(
      {
        per_lineage: whole(0, 1000, "a whole number, like 12")
          .default(12)
          .meta({ description: "About one task and whatever replaced it." }),
        per_cause: whole(0, 1000, "a whole number, like 6")
          .default(6)
          .meta({ description: "Because of one cause, whichever tasks meet it." }),
        per_hour: whole(0, 10_000, "a whole number, like 60").default(60).meta({ description: "In the whole run." }),
      },
      "a mapping, like {per_hour: 60}",
    )
      .prefault({})
      .meta({ description: "How many times advisors are asked at most; after that Reeve decides without them." }),
    added_tasks: whole(0, 10_000, "a whole number, like 20")
      .default(20)
      .meta({ description: "Tasks that fixes and changes of the plan may add without a person's word." }),
    added_agents: whole(1, 100_000, "a whole number from 1, like 200").default(200).meta({
      description: "Agents that may be started for added tasks and for advisors without a person's word.",
    }),
    added_usd: amount(1_000_000_000, "dollars above 0, like 50")
      .default(50)
      .meta({ description: "Dollars that added tasks and advisors may use without a person's word." }),
    escalation: oneOf(["ask", "give_up"]).default("ask").meta({
      description: "When the rules are at their end: ask a person, or give the task up and continue with the others.",
    }),
    replan: oneOf(["ask", "auto"]).default("ask").meta({
      description: "A change of the plan that the planner proposes in a run: ask a person, or make it at once.",
    }),
    replans: whole(0, 1000, "a whole number, like 3")
      .default(3)
      .meta({ description: "How often a run may ask the planner for another plan before a person is asked instead." }),
    hold_accounts: flag.default(true).meta({
      description: "A usage limit holds all tasks of its account until it resets, and costs no retry.",
    }),
    auto_resume: flag.default(true).meta({
      description: "When a usage limit has reset: its tasks resume by themselves, or a person is asked first.",
    }),
    limit_backoff: backoffField.prefault({ kind: "exponential", base_s: 60, cap_s: 3600, jitter: 0.1 }).meta({
      description:
        "How long a usage limit holds that does not say when it resets: longer each time in a row. After twelve in a row a person is asked.",
    }),
    hold_unreachable: flag.default(true).meta({
      description:
        "A provider or host that cannot be reached holds all tasks that need it until a probe, which uses no tokens, reaches it; costs no retry.",
    }),
    probe_backoff: backoffField.prefault({ kind: "exponential", base_s: 2, cap_s: 60, jitter: 0.1 }).meta({
      description: "How long until what cannot be reached is tried again: longer each time in a row.",
    }),
    unreachable_minutes: minutes("minutes above 0, like 60")
      .default(60)
      .meta({ description: "What cannot be reached for so long is asked about; the probes go on." }),
    patterns: mapping(
      {
        threshold: whole(2, 1000, "a whole number from 2, like 2")
          .default(2)
          .meta({ description: "So many failures with one root cause make a pattern, which gets one fix." }),
        running: oneOf(["finish", "stop"])
          .default("finish")
          .meta({ description: "Agents at work that would likely fail by it: let finish, or stop." }),
      },
      "a mapping like { threshold: 2, running: finish }",
    )
      .prefault({})
      .meta({ description: "One cause behind many failures." }),
    coherence: oneOf(COHERENCE_POLICIES)
      .default("hold")
      .meta({ description: "Branches that do not go together: do not look, only tell, or resolve it before merging." }),
    halt_failed_percent: whole(1, 100, "a percentage, like 30").default(30).meta({
      description: "More failed tasks than this halt the run; in a plan of less than ten it takes three. 100: never.",
    }),
    host: mapping(
      {
        memory_mb: whole(0, 1_000_000_000, "megabytes, like 500; 0: no limit")
          .default(500)
          .meta({ description: "So much memory stays free: nothing starts that would take more. 0: no limit." }),
        load_per_core: whole(0, 10_000, "a whole number, like 4; 0: no limit").default(4).meta({
          description:
            "From this load per processor on no agent is added; from twice as much on who ends is not followed by another. 0: no limit.",
        }),
        disk_mb: whole(0, 1_000_000_000, "megabytes, like 500; 0: no limit")
          .default(500)
          .meta({ description: "Nothing starts while less disk is free. 0: no limit." }),
        processes: whole(0, 1_000_000, "a number of processes, like 100; 0: no limit")
          .default(100)
          .meta({ description: "So many more processes stay allowed. 0: no limit." }),
      },
      "a mapping like { memory_mb: 500 }",
    )
      .optional()
      .meta({ description: "What stays free on the machine: a fleet that would need it waits." }),
    brake: mapping(
      {
        agents: oneOf(["stop", "pause"]).default("stop").meta({
          description: "What becomes of agents at work: ended with their work kept, or held until the release.",
        }),
        same_failures: whole(0, 100, "a whole number, like 3; 0: never")
          .default(3)
          .meta({ description: "So many of the last decisions about one class of failure halt the run. 0: never." }),
        of_last: whole(1, 20, "a whole number from 1 to 20, like 8")
          .default(8)
          .meta({ description: "How many of the latest decisions about tasks are looked at." }),
        disk_mb: whole(0, 1_000_000_000, "megabytes, like 200; 0: never")
          .default(200)
          .meta({ description: "Less free disk than this halts the run. 0: never." }),
        memory_mb: whole(0, 1_000_000_000, "megabytes, like 64; 0: never")
          .default(64)
          .meta({ description: "Less free memory than this halts the run. 0: never." }),
        violations: list(text("the name of a violation"), "a list like [outside_write]")
          .default([])
          .meta({ description: "Violations that halt the run." }),
      },
      "a mapping like { same_failures: 3, of_last: 8 }",
    )
      .optional()
      .meta({ description: "When a run is halted by itself, beside halt_failed_percent and budgets." }),
    notices: mapping(
      {
        cooldown_minutes: minutes("minutes above 0, like 10")
          .default(10)
          .meta({ description: "Messages of one cause are so far apart." }),
        again_minutes: list(minutes("minutes above 0, like 60"), "a list like [60, 240]")
          .max(2, { error: "at most two: a question is raised again twice" })
          .default([60, 240])
          .meta({ description: "A question nobody answers is raised again after so long; at most twice." }),
      },
      "a mapping like { cooldown_minutes: 10, again_minutes: [60, 240] }",
    )
      .optional()
      .meta({ description: "How often people are told of the same, where notify: names somebody." }),
    orphan_minutes: minutes("minutes above 0, like 240")
      .default(240)
      .meta({ description: "An agent whose Reeve has not come back for this long is ended." }),
  },
  "a mapping with worker:, drone:, lead:",
);

function policy(defaults: {
  restarts: number;
  within_s: number;
  backoff: z.input<typeof backoffField>;
  grace_s: number;
}) {
  return mapping(
    {
      restarts: restartsField
        .default(defaults.restarts)
        .meta({ description: "At most so many restarts within the window; then the failure goes up." }),
      within_s: withinField.default(defaults.within_s).meta({ description: "The window, in seconds." }),
      backoff: backoffField.prefault(defaults.backoff),
      grace_s: seconds("seconds above 0, like 10")
        .default(defaults.grace_s)
        .meta({ description: "Seconds between the polite stop and the kill." }),
    },
    "a mapping like { restarts: 3, within_s: 300 }",
  ).prefault({});
}
