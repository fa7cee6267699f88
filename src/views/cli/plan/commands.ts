/** Plans before and beside the work: have one proposed, look at it, say yes or no; and policies tried in virtual time. */
import { InvalidArgumentError } from "commander";
import {
  BUDGET_OPTIONS,
  type CommandSpec,
  command,
  integer,
  listed,
  OF_RUN,
  repeated,
  wholeNumber,
} from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { AddOptions } from "./add.ts";
import type { ApproveOptions } from "./approve.ts";
import type { PlanOptions } from "./plan.ts";
import type { SimulatePolicyOptions } from "./simulate-policy.ts";

export const planCommands: readonly CommandSpec[] = [
  command<PlanOptions, [string]>({
    usage: "plan <spec>",
    about:
      "Ask an agent for a plan of what a file specifies, check it and show it; nothing starts until you approve it.",
    example: "reeve plan spec.md --agent claude",
    options: [
      {
        flags: "--agent <name>",
        about: "who plans; the configured planner, or the default agent, if not given",
      },
      { flags: "--tier <name>", about: "which of the agent's model tiers; the highest if not given" },
      { flags: "--out <file>", about: "where to write the approved plan; plan.yaml if not given" },
    ],
    act: async ({ io, world }, options, spec) => (await import("./plan.ts")).planCommand(io, world, spec, options),
  }),
  command<AddOptions, [string]>({
    usage: "add <text>",
    about: "Add a task to a run by hand; the text is its prompt.",
    example: 'reeve add "Document the new endpoint in docs/api.md" --after build-api --files docs/api.md',
    options: [
      OF_RUN,
      { flags: "--id <name>", about: "its id; made from the title if not given" },
      { flags: "--title <line>", about: "its title; the first line of the text if not given" },
      { flags: "--after <tasks>", about: "tasks it depends on, with commas or repeated", parse: listed },
      { flags: "--files <paths>", about: "files it claims, with commas or repeated", parse: listed },
      {
        flags: "--gate <command>",
        about: "a shell command that must pass, in addition to those of all tasks; repeatable",
        parse: repeated,
      },
      { flags: "--agent <name>", about: "who works on it; the default agent if not given" },
      { flags: "--tier <name>", about: "which of the agent's model tiers" },
      { flags: "--gang <name>", about: "a gang of the plan that it joins" },
      { flags: "--priority <n>", about: "higher goes first; 0 if not given", parse: integer },
      ...BUDGET_OPTIONS,
    ],
    act: async ({ io }, options, text) => (await import("./add.ts")).addCommand(io, text, options),
  }),
  command<CommonOptions, [string | undefined]>({
    usage: "plans [id]",
    looks: true,
    about: "List the proposed plans and changes of a plan, or show one.",
    example: "reeve plans p2",
    options: [OF_RUN],
    act: async ({ io }, options, id) => (await import("./plans.ts")).plansCommand(io, id, options),
  }),
  command<ApproveOptions, [string | undefined]>({
    usage: "approve [id]",
    about: "Approve a proposed plan, or a change of a running plan; the newest open one if none is named.",
    example: "reeve approve p2 --out plan.yaml",
    options: [
      OF_RUN,
      { flags: "--out <file>", about: "where to; a file with other content is never overwritten" },
      { flags: "--anyway", about: "even if the planner itself found an error" },
    ],
    act: async ({ io }, options, id) => (await import("./approve.ts")).approveCommand(io, id, options),
  }),
  command<CommonOptions & { readonly because: string }, [string]>({
    usage: "reject <id>",
    about: "Reject a change of a running plan; the plan stays as it is.",
    example: 'reeve reject n1 --because "split it by table instead"',
    options: [OF_RUN, { flags: "--because <why>", about: "why not; the task's next prompt says it", byDefault: "" }],
    act: async ({ io }, options, replan) => {
      const { orderCommand } = await import("../orders/order.ts");
      return orderCommand(io, { type: "reject", replan, because: options.because }, options);
    },
  }),
  command<SimulatePolicyOptions, [string | undefined]>({
    usage: "simulate [file]",
    looks: true,
    about:
      "Compare policies by playing a plan many times in virtual time; or, with a file, play a script on a supervision tree.",
    example: "reeve simulate --policy cautious.yaml,bold.yaml --faults faults.yaml --runs 1000",
    options: [
      { flags: "--faults <file>", about: "what goes wrong, how often, and what attempts take" },
      {
        flags: "--policy <files>",
        about: "policies to compare, separated by commas; reeve.yaml if not given",
        parse: listed,
      },
      { flags: "--plan <file>", about: "which plan; the project's plan.yaml if not given" },
      { flags: "--runs <n>", about: "runs under each policy; 1000 if not given", parse: wholeNumber },
      { flags: "--seed <n>", about: "the same number gives the same figures; 1 if not given", parse: seed },
    ],
    act: async ({ io }, options, file) =>
      file === undefined
        ? (await import("./simulate-policy.ts")).simulatePolicyCommand(io, options)
        : (await import("./simulate.ts")).simulateCommand(io, file, options),
  }),
];

function seed(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 0xffff_ffff)
    throw new InvalidArgumentError("It must be a whole number from 0 to 4294967295.");
  return number;
}
