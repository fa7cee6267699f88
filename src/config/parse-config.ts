/**
 * `reeve.yaml` → Config, complete with every default, or all mistakes at once. Text in, data out: which file is read,
 * and what a missing one means, is decided by whoever calls.
 */

import { asMapping, asText } from "../basics/loose.ts";
import { present } from "../basics/present.ts";
import type {
  AgentConfig,
  AgentLimits,
  BrakePolicy,
  Config,
  RestartPolicy,
  WorkspaceConfig,
} from "../domain/spec/config.ts";
import type { HostLimits } from "../domain/tree/host-room.ts";
import { toOptions } from "./adapter-options.ts";
import { checkAdapter } from "./check-adapter.ts";
import { type ConfigFile, configSchema } from "./config-schema.ts";
import { checkAdvisors, toAdvisors } from "./fields/advisors-field.ts";
import { toCaps, toRunBudget } from "./fields/budgets-field.ts";
import { toCheck } from "./fields/command-check.ts";
import { checkEpic, toEpic } from "./fields/epic-field.ts";
import { toFailureRules } from "./fields/failure-rules.ts";
import { toHygiene } from "./fields/hygiene-field.ts";
import { checkKanban, toKanban } from "./fields/kanban-field.ts";
import { checkNotify, toReceivers } from "./fields/notify-field.ts";
import { toPrice } from "./fields/price-field.ts";
import { checkSandbox, toSandbox } from "./fields/sandbox-field.ts";
import { toBackoff } from "./fields/shared-policy-fields.ts";
import { checkViolations, toViolationRules } from "./fields/violations-field.ts";
import { checkShape } from "./mistakes/check-shape.ts";
import { type Checked, quote } from "./mistakes/mistake.ts";
import { toTelemetry } from "./telemetry-field.ts";
import { openSource, type Report } from "./yaml/open-source.ts";

const LENGTH_MAX = 262_144;
const EMPTY_HINT = "name at least one agent: agents: { coder: { adapter: command, command: [my-agent] } }";

export function parseConfig(text: string, file: string): Checked<Config> {
  const opened = openSource(text, file, { lengthMax: LENGTH_MAX, emptyHint: EMPTY_HINT });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  const shape = checkShape(configSchema, value, report);
  checkAgents(asMapping(value), report);
  return report.finish(() => toConfig(shape ?? configSchema.parse(value, { jitless: true })));
}

/** What counts where no `reeve.yaml` says otherwise. It names no agent: nobody can know which one is there. */
export function defaultConfig(): Config {
  return toConfig(configSchema.parse({ agents: {} }, { jitless: true }));
}

function checkAgents(root: Readonly<Record<string, unknown>>, report: Report): void {
  const agents = asMapping(root.agents);
  const names = Object.keys(agents);
  if (agents === root.agents && names.length === 0) report.mistake(["agents"], "agents is empty", EMPTY_HINT, "key");
  for (const name of names) checkAdapter(name, asMapping(agents[name]), report);
  checkAdvisors(asMapping(root.advisors), names, report);
  checkKanban(root.kanban, agents, report);
  checkEpic(root["epic"], agents, report);
  checkNotify(root.notify, report);
  checkSandbox(root, report);
  checkViolations(root, report);
  const wanted = asText(root.default_agent);
  if (wanted === undefined || names.includes(wanted)) return;
  const meant = report.suggest(wanted, names);
  const hint = meant ? `did you mean ${quote(meant)}?` : `configured agents: ${names.join(", ") || "none"}`;
  report.mistake(["default_agent"], `default_agent names the unknown agent ${quote(wanted)}`, hint);
}

export function toConfig(file: ConfigFile): Config {
  const { worker, drone, lead, ...policies } = file.policies;
  return {
    agents: Object.fromEntries(Object.entries(file.agents).map(([name, agent]) => [name, toAgent(name, agent)])),
    ...present({ defaultAgent: file.default_agent }),
    maxParallel: file.max_parallel,
    isolation: file.isolation,
    workspace: toWorkspace(file.workspace, file.max_parallel),
    policies: {
      roles: { worker: toPolicy(worker), drone: toPolicy(drone), lead: toPolicy(lead) },
      malformedRetries: policies.malformed_retries,
      lineageRetries: policies.lineage_retries,
      attemptsMax: policies.attempts_max,
      lostAttempts: policies.lost_attempts,
      uncountedAttempts: policies.uncounted_attempts,
      advisorCalls: {
        perLineage: policies.advisor_calls.per_lineage,
        perCause: policies.advisor_calls.per_cause,
        perHour: policies.advisor_calls.per_hour,
      },
      addedTasks: policies.added_tasks,
      addedAgents: policies.added_agents,
      addedUsd: policies.added_usd,
      escalation: policies.escalation,
      replan: policies.replan,
      replans: policies.replans,
      holdAccounts: policies.hold_accounts,
      autoResume: policies.auto_resume,
      limitBackoff: toBackoff(policies.limit_backoff),
      holdUnreachable: policies.hold_unreachable,
      probeBackoff: toBackoff(policies.probe_backoff),
      unreachableMinutes: policies.unreachable_minutes,
      patterns: policies.patterns,
      coherence: policies.coherence,
      haltFailedShare: policies.halt_failed_percent / 100,
      ...(policies.host && { host: toHostLimits(policies.host) }),
      ...(policies.brake && { brake: toBrake(policies.brake) }),
      ...(policies.notices && {
        notices: {
          cooldownMinutes: policies.notices.cooldown_minutes,
          againMinutes: policies.notices.again_minutes,
        },
      }),
      orphanMinutes: policies.orphan_minutes,
    },
    advisors: toAdvisors(file.advisors),
    gates: file.gates.map((check) => toCheck(check, GATE_TIMEOUT_S)),
    kanban: toKanban(file.kanban),
    epic: toEpic(file.epic),
    notify: toReceivers(file.notify),
    budgets: toRunBudget(file.budgets),
    ...present({ caps: toCaps(file.budgets) }),
    gateway: file.gateway === "on",
    journal: { waitMinutes: file.journal.wait_minutes },
    callback: file.callback === "on",
    sandbox: toSandbox(file.sandbox),
    hygiene: toHygiene(file.hygiene),
    ...toTelemetry(file.telemetry),
    violations: toViolationRules(file.violations),
    paths: { state: file.paths.state, ...present({ failures: file.paths.failures }) },
    failures: toFailureRules(file.failures),
  };
}

function toHostLimits(host: NonNullable<ConfigFile["policies"]["host"]>): HostLimits {
  const { memory_mb: memoryMb, load_per_core: loadPerCore, disk_mb: diskMb, processes } = host;
  return { memoryMb, loadPerCore, diskMb, processes };
}

function toBrake(brake: NonNullable<ConfigFile["policies"]["brake"]>): BrakePolicy {
  const { agents, same_failures: same, of_last: ofLast, disk_mb: diskMb, memory_mb: memoryMb, violations } = brake;
  return { ...(agents === "pause" && { agents }), same, ofLast, diskMb, memoryMb, violations };
}

const SETUP_TIMEOUT_S = 600;
const GATE_TIMEOUT_S = 600;

function toWorkspace(file: ConfigFile["workspace"], maxParallel: number): WorkspaceConfig {
  const { changesets, secrets, parallel } = file;
  return {
    setup: file.setup.map((check) => toCheck(check, SETUP_TIMEOUT_S)),
    changesets,
    raiseTierWhenWrong: file.raise_tier_when_wrong,
    keep: file.keep,
    evictionsMax: file.evictions,
    waiting: file.waiting ?? 2 * maxParallel,
    secrets,
    parallel,
    verifyParallel: file.verify_parallel,
  };
}

function toAgent(name: string, agent: ConfigFile["agents"][string]): AgentConfig {
  const { command = [], violations } = agent;
  return {
    adapter: agent.adapter,
    command: typeof command === "string" ? command.split(" ").filter((word) => word !== "") : command,
    env: agent.env,
    tiers: Object.entries(agent.tiers).map(([name, model]) => ({ name, model })),
    limits: toLimits(agent.limits),
    options: { ...toOptions(agent.options), ...(present({ script: agent.script }) as Record<string, string>) },
    ...(agent.price && { price: toPrice(agent.price) }),
    ...(violations.length > 0 && { violations: toViolationRules(violations, `${name}/`) }),
    ...present({ account: agent.account, autoResume: agent.auto_resume }),
  };
}

function toLimits(limits: ConfigFile["agents"][string]["limits"]): AgentLimits {
  const { minutes, output_mb, parallel, repeats, silence_s, tool_s, busy_s, stopped_s } = limits;
  const health = { silenceS: silence_s, toolS: tool_s, busyS: busy_s, stoppedS: stopped_s };
  return { minutes, outputMb: output_mb, parallel, repeats, health };
}

function toPolicy(policy: ConfigFile["policies"]["worker"]): RestartPolicy {
  return {
    restarts: policy.restarts,
    withinS: policy.within_s,
    backoff: toBackoff(policy.backoff),
    graceS: policy.grace_s,
  };
}
