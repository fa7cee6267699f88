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
      .meta({ description: "Retries of a task and what replaced it, before a person is asked." }),
    attempts_max: whole(1, 10_000, "a whole number from 1, like 20")
      .default(20)
      .meta({ description: "Attempts of any kind at a task and what replaced it, before a person is asked." }),
    lost_attempts: whole(1, 1000, "a whole number from 1, like 5")
      .default(5)
      .meta({ description: "Attempts at a task whose process vanishes, in a row, before a person is asked." }),
    uncounted_attempts: whole(1, 10_000, "a whole number from 1, like 30").default(30).meta({
      description: "Attempts at a task that cost no retry (lost, limited, blocked), before a person is asked.",
    }),
    advisor_calls: mapping(
      {
        per_lineage: whole(0, 1000, "a whole number, like 12")
          .default(12)
          .meta({ description: "About one task and what replaced it." }),
        per_cause: whole(0, 1000, "a whole number, like 6")
          .default(6)
          .meta({ description: "For one cause, whichever tasks it affects." }),
        per_hour: whole(0, 10_000, "a whole number, like 60").default(60).meta({ description: "In the whole run." }),
      },
      "a mapping, like {per_hour: 60}",
    )
      .prefault({})
      .meta({ description: "How many times Reeve asks advisors at most; after that it decides without them." }),
    added_tasks: whole(0, 10_000, "a whole number, like 20")
      .default(20)
      .meta({ description: "How many tasks fixes and changes of the plan may add without a person's approval." }),
    added_agents: whole(1, 100_000, "a whole number from 1, like 200").default(200).meta({
      description: "How many agents may be started for added tasks and advisors without a person's approval.",
    }),
    added_usd: amount(1_000_000_000, "dollars above 0, like 50")
      .default(50)
      .meta({ description: "How many dollars added tasks and advisors may use without a person's approval." }),
    escalation: oneOf(["ask", "give_up"]).default("ask").meta({
      description: "When no rule is left: ask a person, or give the task up and continue with the others.",
    }),
    replan: oneOf(["ask", "auto"]).default("ask").meta({
      description: "When the planner proposes a change of the plan in a run: ask a person, or make it at once.",
    }),
    replans: whole(0, 1000, "a whole number, like 3").default(3).meta({
      description: "How often a run may ask the planner for a change of the plan before it asks a person.",
    }),
    hold_accounts: flag.default(true).meta({
      description: "A usage limit holds all tasks of its account until it resets, and costs no retry.",
    }),
    auto_resume: flag.default(true).meta({
      description: "When a usage limit has reset. true: its tasks start again. false: a person is asked first.",
    }),
    limit_backoff: backoffField.prefault({ kind: "exponential", base_s: 60, cap_s: 3600, jitter: 0.1 }).meta({
      description:
        "How long to wait for a usage limit that does not say when it resets: longer each time in a row. After twenty in a row, a person is asked.",
    }),
    hold_unreachable: flag.default(true).meta({
      description:
        "A provider or host that cannot be reached holds all tasks that need it until a probe, which uses no tokens, reaches it; this costs no retry.",
    }),
    probe_backoff: backoffField.prefault({ kind: "exponential", base_s: 2, cap_s: 60, jitter: 0.1 }).meta({
      description: "How long to wait between probes of what cannot be reached: longer each time in a row.",
    }),
    unreachable_minutes: minutes("minutes above 0, like 60")
      .default(60)
      .meta({ description: "How long something may be unreachable before a person is asked; Reeve keeps probing." }),
    patterns: mapping(
      {
        threshold: whole(2, 1000, "a whole number from 2, like 2")
          .default(2)
          .meta({ description: "How many failures with one root cause make a pattern, which gets one fix." }),
        running: oneOf(["finish", "stop"])
          .default("finish")
          .meta({ description: "Running agents that would likely fail for it: let them finish, or stop them." }),
      },
      "a mapping like { threshold: 2, running: finish }",
    )
      .prefault({})
      .meta({ description: "One cause behind many failures." }),
    coherence: oneOf(COHERENCE_POLICIES).default("hold").meta({
      description: "Branches that do not fit together. off: do not look. warn: report it. hold: resolve it first.",
    }),
    halt_failed_percent: whole(1, 100, "a percentage, like 30").default(30).meta({
      description: "The run halts when more of its tasks fail; in a plan of fewer than ten it takes three. 100: never.",
    }),
    host: mapping(
      {
        memory_mb: whole(0, 1_000_000_000, "megabytes, like 500; 0: no limit")
          .default(500)
          .meta({ description: "Memory that stays free: nothing starts that would take it. 0: no limit." }),
        load_per_core: whole(0, 10_000, "a whole number, like 4; 0: no limit").default(4).meta({
          description:
            "From this load per processor on, no agent is added; from twice as much on, one that ends is not replaced. 0: no limit.",
        }),
        disk_mb: whole(0, 1_000_000_000, "megabytes, like 500; 0: no limit")
          .default(500)
          .meta({ description: "Nothing starts while less disk is free. 0: no limit." }),
        processes: whole(0, 1_000_000, "a number of processes, like 100; 0: no limit")
          .default(100)
          .meta({ description: "How many more processes the machine must still allow. 0: no limit." }),
      },
      "a mapping like { memory_mb: 500 }",
    )
      .optional()
      .meta({ description: "What stays free on the machine: a run that would need it waits." }),
    brake: mapping(
      {
        agents: oneOf(["stop", "pause"]).default("stop").meta({
          description: "stop: running agents end, and their work is kept. pause: they are held until the release.",
        }),
        same_failures: whole(0, 100, "a whole number, like 3; 0: never").default(3).meta({
          description: "The run halts when this many decisions were about one class of failure. 0: never.",
        }),
        of_last: whole(1, 20, "a whole number from 1 to 20, like 8")
          .default(8)
          .meta({ description: "How many of the last decisions about tasks are considered." }),
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
      .meta({ description: "When Reeve halts a run on its own, in addition to halt_failed_percent and budgets." }),
    notices: mapping(
      {
        cooldown_minutes: minutes("minutes above 0, like 10")
          .default(10)
          .meta({ description: "Minutes between messages about one cause." }),
        again_minutes: list(minutes("minutes above 0, like 60"), "a list like [60, 240]")
          .max(2, { error: "at most two: a question is raised again twice" })
          .default([60, 240])
          .meta({ description: "After how many minutes to remind people of an unanswered question; at most twice." }),
      },
      "a mapping like { cooldown_minutes: 10, again_minutes: [60, 240] }",
    )
      .optional()
      .meta({ description: "How often people get messages about the same cause, if notify: names a receiver." }),
    orphan_minutes: minutes("minutes above 0, like 240")
      .default(240)
      .meta({ description: "How long an agent lives on when its Reeve does not come back." }),
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
      restarts: restartsField.default(defaults.restarts).meta({
        description: "At most this many restarts within the window; then the supervisor gives up.",
      }),
      within_s: withinField.default(defaults.within_s).meta({ description: "The window, in seconds." }),
      backoff: backoffField.prefault(defaults.backoff),
      grace_s: seconds("seconds above 0, like 10")
        .default(defaults.grace_s)
        .meta({ description: "Seconds between asking an agent to end and killing it." }),
    },
    "a mapping like { restarts: 3, within_s: 300 }",
  ).prefault({});
}
