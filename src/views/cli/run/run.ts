/**
 * `reeve run [plan]`: works a plan, or resumes a run. Says what it is about to do, shows how it goes (a live screen
 * in a terminal, one line per event elsewhere, JSON Lines with --json), and ends with what came of it.
 */
import { noteProject } from "../../../app/machine/registry.ts";
import { type BegunPipeline, beginPipeline } from "../../../app/pipelines/begin-pipeline.ts";
import type { Pipeline } from "../../../app/pipelines/pipeline-plan.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { Reply } from "../../../app/reply.ts";
import { type FinishedRun, prepareRun, type ReadyRun } from "../../../app/run/prepare-run.ts";
import { detachRun, startWork, type Worked } from "../../../app/run/work-run.ts";
import type { World } from "../../../app/world.ts";
import { forecastText } from "../../../engine/forecast/forecast-words.ts";
import { takenFilesLines } from "../../files-words.ts";
import { diskText } from "../../review/review-words.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";
import { closingLines, exitOf } from "./render-end.ts";
import { showRun } from "./show-run.ts";
import { stopOnSignals } from "./stop-signals.ts";

export interface RunOptions extends CommonOptions {
  readonly maxParallel?: number;
  readonly autoResume?: boolean;
  readonly detach?: boolean;
  readonly queue?: boolean;
  readonly wait?: boolean;
  readonly new?: boolean;
  readonly pipeline?: Pipeline;
  readonly session?: string;
  readonly supervision?: boolean;
  readonly trustGit?: boolean;
}

export async function runCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  plan: string | undefined,
  options: RunOptions,
): Promise<ExitCode> {
  const alone = optionAlone(options);
  if (alone !== null) return refuse(io, options.json, { what: "option_alone", option: alone, needs: "--pipeline" });
  if (options.pipeline === undefined && plan !== undefined && /\.md$/i.test(plan)) {
    const { runEpicCommand } = await import("../epic/loop.ts");
    return runEpicCommand(io, world, signal, plan, options);
  }
  const project = findProject(io.cwd);
  const begun = options.pipeline === undefined ? null : beginOf(io, world, project, plan, options, options.pipeline);
  if (begun?.ok === false) return refuse(io, options.json, begun.refusal);
  const prepared = await prepareRun(project, {
    cwd: io.cwd,
    now: io.now(),
    trustGit: options.trustGit,
    plan: begun?.value.plan ?? plan,
    run: options.run,
    fresh: options.new ?? false,
    maxParallel: options.maxParallel,
    autoResume: options.autoResume ?? true,
    env: world.env,
  });
  if (!prepared.ok) return refuse(io, options.json, prepared.refusal);
  noteProject(findProject(io.cwd), world.env);
  const run = prepared.value;
  if (run.type === "finished") return finished(io, run, options);
  if (!options.json) {
    reportMistakes(io, [], run.mistakes);
    for (const warning of run.warnings) printErr(io, `reeve: ${warning}`);
    if (run.files) print(io, takenFilesLines(run.files));
  }
  if (options.queue) return queued(io, run, options);
  return options.detach ? detach(io, world, run, options) : work(io, world, run, options);
}

/** What only a pipeline knows must not be passed over in silence. */
function optionAlone({ pipeline, session, supervision = true }: RunOptions): string | null {
  if (pipeline !== undefined) return null;
  if (session !== undefined) return "--session";
  return supervision ? null : "--no-supervision";
}

function beginOf(
  io: Io,
  world: World,
  project: Project,
  request: string | undefined,
  { session, supervision = true }: RunOptions,
  pipeline: Pipeline,
): Reply<BegunPipeline> {
  const { program } = world;
  const wish = { cwd: io.cwd, pipeline, request, session, supervision, program, now: io.now() };
  return beginPipeline(project, wish);
}

async function work(io: Io, world: World, run: ReadyRun, options: RunOptions): Promise<ExitCode> {
  const { project, place } = run;
  const open = async (...wish: [string, string]) =>
    (await import("../orders/open.ts")).openFromScreen(io, world, project)(...wish);
  const { env } = world;
  const show = showRun(io, {
    json: options.json ?? false,
    roles: new Map(run.roles),
    project,
    run: place.id,
    env,
    surfaces: world,
    open,
  });
  const started = await startWork(world, run, {
    wait: options.wait ?? false,
    onRecord: show.record,
    onNotice: show.say,
    reporter: async (...wish) => (await import("../../report/report-text.ts")).reportText(...wish),
  });
  if (!started.ok) return refuse(io, options.json, started.refusal);
  const { finish } = started.value;
  const release = stopOnSignals(started.value, show.say);
  try {
    show.open(openingOf(run).join("\n"));
    const worked = await finish();
    show.close();
    if (!worked.ok) return refuse(io, options.json, worked.refusal);
    return close(io, worked.value, options);
  } finally {
    show.close();
    release();
  }
}

/** What is about to happen, in one line, and what it will come to, as far as anything is known. */
function openingOf({ isNew, place, title, done, total, settings, forecast, sandbox }: ReadyRun): string[] {
  const tasks = countOf(total, "task");
  const size = isNew
    ? `${tasks}, at most ${countOf(settings.maxParallel, "agent")} at once`
    : `${done} of ${tasks} done`;
  const name = `${place.id} ${isNew ? "starts" : "resumes"}: ${plainText(title)}`;
  const opening = `${name} (${size}). Ctrl-C stops it; \`reeve run\` resumes it.`;
  return [
    opening,
    ...(forecast === null ? [] : [`Forecast: ${forecastText(forecast)}.`]),
    ...(sandbox === null ? [] : [`${sandbox}.`]),
  ];
}

function close(io: Io, { end, worktrees, untold }: Worked, { json }: RunOptions): ExitCode {
  if (untold !== null) printErr(io, `reeve: ${untold}`);
  const taken = worktrees && diskText(worktrees);
  if (json) printJson(io, { end: end.type, exit: exitOf(end) });
  else print(io, [...closingLines(end, io.now()), ...(taken === null ? [] : [`Worktrees: ${taken}.`])]);
  return exitOf(end);
}

function finished(io: Io, { run, planFile, verdict, done, total }: FinishedRun, { json }: RunOptions): ExitCode {
  if (json) printJson(io, { run, finished: true, verdict });
  else
    print(io, [
      `${run} has worked this plan to its end (${done} of ${countOf(total, "task")} done). \`reeve status\` shows it, \`reeve run ${planFile} --new\` works the plan again.`,
    ]);
  return verdict === "done" ? EXIT.ok : EXIT.failed;
}

function queued(io: Io, { place, total }: ReadyRun, { json }: RunOptions): ExitCode {
  if (json) printJson(io, { run: place.id, queued: true });
  else
    print(io, [
      `${place.id} is queued (${countOf(total, "task")}). \`reeve up\` works it when its turn comes; \`reeve ps\` shows the queue.`,
    ]);
  return EXIT.ok;
}

async function detach(io: Io, world: World, run: ReadyRun, options: RunOptions): Promise<ExitCode> {
  const { wait = false, maxParallel, autoResume = true, json } = options;
  const detached = await detachRun(world, run, { wait, maxParallel, autoResume });
  if (!detached.ok) return refuse(io, json, detached.refusal);
  const { run: id, pid, log } = detached.value;
  if (json) printJson(io, { run: id, pid, log });
  else
    print(io, [
      `Reeve is working on ${id} in the background (pid ${pid}). \`reeve status\` shows its progress, \`reeve stop\` stops it; its output is in ${log}.`,
    ]);
  return EXIT.ok;
}
