/**
 * Why something was not done and what to do instead, one sentence or two per reason: the same on every screen. A reason
 * without its words does not compile.
 */

import type { Refusal } from "../../app/refusal.ts";
import { createSuggest } from "../../basics/suggest.ts";
import { formatMistake } from "../../config/mistakes/mistake.ts";
import { dateText } from "../cli/times.ts";
import { findingLine } from "../proposal-words.ts";
import { noReceiptsText } from "../review/receipt-words.ts";
import { countOf, plainText } from "../words.ts";
import { EPIC_WORDS } from "./epic-refusal-words.ts";
import { gitChangedText } from "./git-words.ts";
import { KEPT } from "./kept-words.ts";
import { obstacleText } from "./obstacle-words.ts";
import { orderRefusalText } from "./order-refusal-words.ts";
import { STEP_WORDS } from "./step-words.ts";

export function refusalText<W extends Refusal["what"]>(refusal: Extract<Refusal, { what: W }>): string {
  return (WORDS[refusal.what as W] as (refusal: Extract<Refusal, { what: W }>) => string)(refusal);
}

type Words = { readonly [W in Refusal["what"]]: (refusal: Extract<Refusal, { what: W }>) => string };

const WORDS: Words = {
  no_run: ({ run, known, stateDir }) => {
    const what = run === null ? "There is no run here yet" : `There is no run ${plainText(run)} here`;
    const others = known.length === 0 ? "" : ` Known runs: ${known.join(", ")}.`;
    return `${what} (looked in ${stateDir}).${others} Start one with \`reeve run plan.yaml\`.`;
  },
  journal: ({ error, beginsAnew, livesOn }) => {
    const anew = beginsAnew ? " `reeve run PLAN --new` starts a new run of a plan beside it." : "";
    if (error.kind === "gone")
      return `${error.sentence} Its agents were ended. What was merged or parked is still on its branches (\`git branch --list 'reeve/*'\`). \`reeve run PLAN\` starts a new run.`;
    return `${error.sentence}${livesOn ? " Running agents keep working under their keepers." : ""}${anew}`;
  },
  held: ({ run, holder: { pid, host, since } }) => {
    const who = pid === 0 ? "another Reeve" : `pid ${pid} on ${host} since ${dateText(Date.parse(since))}`;
    return `${run} is already running: ${who}. Watch it with \`reeve status\` or \`reeve events --follow\`; \`reeve stop\` stops it.`;
  },
  machine_braked: ({ reason, at, by, unread }) => {
    if (unread !== undefined)
      return `Reeve cannot read whether the brake of this machine is pulled (${unread}): no run begins or resumes. Make that file readable for you, or set HOME or XDG_STATE_HOME to a folder you own; \`reeve release --all\` releases a brake whose file is damaged.`;
    const why = reason === "" ? "" : ` (${plainText(reason)})`;
    // Terminal, process and command are for the journal; a person wants to know whom to ask.
    const who = by === undefined ? "" : ` by ${plainText(by).replace(/ \(.*$/, "")}`;
    return `The brake of this machine was pulled at ${dateText(at)}${who}${why}: no run begins or resumes. \`reeve release --all\` releases it.`;
  },
  plan_changed: ({ run, planFile }) =>
    `${planFile} no longer has any task of ${run}, and ${run} is not finished. \`reeve run\` resumes ${run} with the plan as it was; \`reeve run ${planFile} --new\` starts a new run.`,
  unusable: ({ sentence }) => sentence,
  ...STEP_WORDS,
  no_attempt: ({ task, made }) => {
    const known = made === 0 ? "was not started yet" : `has ${made === 1 ? "one attempt" : `attempts 1 to ${made}`}`;
    return `${task} ${known}; \`reeve why ${task}\` shows its state.`;
  },
  mistakes: ({ mistakes, kept }) => `${countOf(mistakes.length, "mistake")}; ${KEPT[kept]}.`,
  files_exist: ({ files }) =>
    `${files.join(" and ")} already ${files.length === 1 ? "exists" : "exist"}; nothing was changed. Edit ${files[0]}, or run \`reeve init\` in another folder.`,
  ...EPIC_WORDS,
  order_refused: orderRefusalText,
  empty_answer: ({ question }) => `The answer is empty. Say what the agent should do: reeve answer ${question} "…"`,
  nothing_asked: () => "Nothing waits for your answer.",
  no_receivers: () =>
    "reeve.yaml names no receiver under notify:, so Reeve sends no messages. Name one, like notify: [desktop], then try again.",
  no_such_question: ({ question, open }) =>
    `No open question is called ${plainText(question)}; open: ${open.join(", ")}.`,
  questions_differ: ({ kinds }) =>
    `The open questions are of ${kinds.length} kinds (${kinds.map((ids) => ids.join(", ")).join("; ")}), and one answer cannot fit all of them. Name one of the kind you mean: reeve answer --like ${kinds[0]?.[0] ?? "q1"} "…". Nothing was answered.`,
  no_such_class: ({ given, known }) => {
    const meant = createSuggest()(given.toLowerCase(), known);
    return `There is no class ${plainText(given)}. ${meant ? `Did you mean ${meant}?` : `The classes are ${known.join(", ")}.`}`;
  },
  no_such_restart: ({ given, known }) => `--restart must be one of ${known.join(", ")}, not ${plainText(given)}.`,
  no_such_option: ({ question, given, options }) =>
    `${question} has ${countOf(options, "option")}, and ${given} is not one of them. Give a number from 1 to ${options}, or answer in words.`,
  nothing_to_tell: ({ task }) => `The message is empty. Say something: reeve tell ${task} "…"`,
  empty_task: () => 'The task is empty. Say what to do: reeve add "…"',
  already_added: ({ task }) =>
    `${task} says the same and is not done yet; nothing was added. To add it anyway, give it a name: reeve add --id NAME "…"`,
  not_a_person: ({ command, by, attempts }) => {
    const who = attempts.length === 0 ? "an attempt" : `the attempt ${attempts.join(", ")}`;
    const hint = by === "place" ? " If you are a person, run it from a folder outside Reeve's worktrees." : "";
    return `Only a person may run \`${plainText(command)}\`, and this comes from inside ${who}; nothing was changed${attempts.length === 0 ? "" : ", and the run records it"}. Ask with the tool ask_person or end with status "blocked".${hint}`;
  },
  order_not_taken: ({ because }) => because,
  not_ready: ({ obstacle, wanted }) => {
    const text = obstacleText(obstacle);
    if (wanted === "land")
      return obstacle.kind === "partial" ? `${text} To land the rest as it is, run \`reeve land --partial\`.` : text;
    const isHopeless = obstacle.kind === "no_branch" || obstacle.kind === "empty";
    return isHopeless ? text : `${text} \`--yes\` proposes it as a draft anyway.`;
  },
  no_branch_to_land_into: ({ run }) =>
    `${run} started from no branch; name the one to land into: reeve land --into BRANCH`,
  landing_refused: ({ sentence }) => sentence,
  git_changed: gitChangedText,
  no_receipts: ({ where, isFile, isWithoutNotes }) => noReceiptsText(where, isFile, isWithoutNotes ?? false),
  nothing_merged: ({ run }) => `Nothing was merged in ${run} yet.`,
  no_diff: ({ task }) => `No commit of ${task} has been verified yet, so there is no diff.`,
  spec_unreadable: ({ file, code }) => {
    const why = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    return `${plainText(file)} ${why}. Name the file that says what to build or change.`;
  },
  spec_garbled: ({ mistake }) => formatMistake(mistake),
  spec_empty: ({ file }) => `${plainText(file)} is empty. Write down what to build or change.`,
  option_alone: ({ option, needs }) => `${option} goes with ${needs}: add that, or leave ${option} out.`,
  no_planner: ({ agents }) => {
    const hint = agents.length === 0 ? "configure one under agents: in reeve.yaml" : `name one of ${agents.join(", ")}`;
    return `There is no agent to plan with; ${hint} (--agent).`;
  },
  unknown_agent: ({ agent, agents }) =>
    `There is no agent ${plainText(agent)}; reeve.yaml has ${agents.join(", ") || "none"}.`,
  unknown_tier: ({ agent, tier, tiers }) =>
    `${agent} has no tier ${plainText(tier)}; it has ${tiers.join(", ") || "none"}.`,
  no_open_proposal: () =>
    "There is no open proposal here. `reeve plan SPEC.md` asks an agent for one; `reeve plans` lists all.",
  unknown_proposal: ({ proposal, known }) =>
    `There is no proposal ${plainText(proposal)} here; ${known.length === 0 ? "`reeve plan SPEC.md` makes one" : `known: ${known.join(", ")}`}.`,
  proposal_without_plan: ({ proposal }) =>
    `${proposal} has no plan that could be approved; \`reeve plans ${proposal}\` says why.`,
  planner_objects: ({ proposal, of, errors }) => {
    const said = errors.map(findingLine).join(" ");
    const instead =
      of === "plan"
        ? "Resolve it in the specification and plan again; if the plan resolves it,"
        : `Answer it with \`reeve reject ${proposal} --because "…"\`; if it is resolved,`;
    return `${said} ${instead} \`reeve approve ${proposal} --anyway\`. Nothing was changed.`;
  },
  file_in_the_way: ({ proposal, file }) =>
    `${file} already exists with other content; nothing was changed. Name another file, \`reeve approve ${proposal} --out plan-${proposal}.yaml\`, or move your file elsewhere first.`,
  change_has_no_file: ({ change }) => `${change} changes the plan of a run, not a file; leave out --out.`,
  no_faults: () => "Say what can go wrong: --faults faults.yaml; docs/policy-simulation.md shows one.",
  too_many_runs: ({ max }) => `--runs may be at most ${max}.`,
  no_repository: ({ root }) => `${root} is not in a git repository, so there are no branches to compare.`,
  unknown_ref: ({ ref }) => `There is no branch or commit ${ref} here; \`git branch --all\` lists the branches.`,
  no_integration_branch: ({ run }) =>
    `${run} has no integration branch: it has not started, or works without git. Name branches with --base.`,
  branches_unreadable: ({ sentence }) => sentence,
  no_contract: () => "The plan has no contract: say under `contract:` what the tasks must build.",
  no_board: ({ file, known }) =>
    `${plainText(file)} is no board that was worked here, and no task of one; ${known.length === 0 ? "none was worked yet" : `there are ${known.map(plainText).join(", ")}`}. \`reeve kanban check\` shows what a board says.`,
  session_missing: ({ dir }) =>
    dir === ""
      ? "Name the folder of the session: --session DIR."
      : `There is no folder ${plainText(dir)}. Name the folder of the session, or make it first.`,
  no_message: ({ line, problem }) =>
    `${line === null ? "This is no message" : `Line ${line} is no message`}: ${problem}. Nothing was written.`,
  no_sender: ({ sender, known }) =>
    `${plainText(sender)} has no state in this log; ${known.length === 0 ? "nobody sent a state_update yet" : `there is one of ${known.map(plainText).join(", ")}`}.`,
  log_unusable: ({ log, because }) => `${plainText(log)} cannot be used: ${because}. Nothing was written.`,
  no_layout: ({ dir, lookedFor }) =>
    `${plainText(dir)} holds no documents that Reeve can compare. Looked for: ${lookedFor.join("; ")}. \`reeve checkpoint init --session DIR\` writes templates.`,
  session_has: ({ dir, files }) =>
    `${plainText(dir)} already has ${files.map(plainText).join(", ")}; nothing was written. Name a new folder.`,
  several_sessions: ({ dir, folders }) =>
    `${plainText(dir)} holds ${folders.length} features, each its own session: ${named(folders, "ls")}. Name one: --session ${plainText(dir)}/${plainText(folders[0] ?? "")}`,
  no_such_checkpoint: ({ given, known }) =>
    `There is no checkpoint ${plainText(given)}; there are ${known.join(", ")}.`,
  no_report: ({ dir, checkpoint }) =>
    `${checkpoint === null ? "No checkpoint was" : `${plainText(checkpoint)} was not`} run on ${plainText(dir)} yet. \`reeve checkpoint run --session ${plainText(dir)}\` runs it.`,
  no_such_finding: ({ given, known }) =>
    known.length === 0
      ? "The last reports have no open finding."
      : `No open finding is called ${plainText(given)}; open: ${named(known, "reeve checkpoint report")}.`,
  no_reason: ({ lacks }) =>
    lacks === "because"
      ? 'Say why it is accepted: --because "…". The report shows it.'
      : "Say who accepts it: --by NAME. The report shows it.",
  parked_unreadable: ({ message }) => message,
  not_recovered: ({ message }) => message,
  nothing_to_recover: ({ name, known }) =>
    name === ""
      ? "`--to` needs the task whose work is wanted: `reeve recover TASK --to PLACE`."
      : known.length === 0
        ? `There is nothing of ${plainText(name)} to recover: no work lies outside the integration branches.`
        : `There is nothing of ${plainText(name)} to recover. There is work of: ${named(known, "reeve recover")}.`,
  ambiguous_recovery: ({ name, fits }) =>
    `${plainText(name)} could be work of several tasks: ${named(fits, "reeve recover")}. Name one of them.`,
  unknown_parked: ({ name, known }) =>
    known.length === 0
      ? `Nothing is parked under ${plainText(name)}: no work is parked at all.`
      : `Nothing is parked under ${plainText(name)}. There is: ${named(known)}.`,
  ambiguous_parked: ({ name, fits }) =>
    `${plainText(name)} may mean ${named(fits)}; give enough of the name to tell which.`,
  history_not_shared: () =>
    "This project shares no failure history. Name the file in reeve.yaml: paths: { failures: ~/.local/share/reeve/failures.jsonl }",
  demo_agents_missing: ({ lacks }) =>
    lacks === "repository"
      ? "The demo with real agents needs Reeve's repository, which has the scripted model and the versions it was tried with. Clone it, then `npm ci && npm run agents:install && npm run demo -- --agents`. `reeve demo` works here."
      : "The agents for the demo are not installed. Run `npm run agents:install` (1.6 GB, into test/agents), then this again. `reeve demo` needs none of them.",
};

const NAMED_MAX = 20;

function named(names: readonly string[], lister = "reeve parked"): string {
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more (\`${lister}\` lists all)` : "";
  return `${names.slice(0, NAMED_MAX).map(plainText).join(", ")}${more}`;
}
