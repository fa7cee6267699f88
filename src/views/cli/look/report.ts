/** `reeve report`: what became of a run, for someone who slept: Markdown, one self-contained page, or JSON; printed or written. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { readReport } from "../../../app/look/read-report.ts";
import { findProject } from "../../../app/project/project.ts";
import { reportOf } from "../../report/report.ts";
import { reportHtml } from "../../report/report-html.ts";
import { reportMarkdown } from "../../report/report-markdown.ts";
import { REPORT_CLOCKS } from "../../report/report-text.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { shortClockText } from "../times.ts";

export interface ReportOptions extends CommonOptions {
  readonly html?: boolean;
  readonly md?: boolean;
  readonly out?: string;
}

export async function reportCommand(io: Io, { run, json, html, md, out }: ReportOptions): Promise<ExitCode> {
  if (html && md) return badInput(io, json, "--html and --md are two forms: choose one.");
  const matter = await readReport(findProject(io.cwd), run, io.now());
  if (!matter.ok) return refuse(io, json, matter.refusal);
  const report = reportOf(matter.value, io.now(), shortClockText);
  const text = html ? reportHtml(report, REPORT_CLOCKS) : reportMarkdown(report, REPORT_CLOCKS.day);
  if (out !== undefined) return write(io, json, resolve(io.cwd, out), text);
  if (json) printJson(io, report);
  else io.out(text);
  return EXIT.ok;
}

function write(io: Io, json: boolean | undefined, file: string, text: string): ExitCode {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    const { code = "EIO" } = error as NodeJS.ErrnoException;
    return badInput(io, json, `${file} cannot be written (${code}). Name another file with --out.`);
  }
  if (json) printJson(io, { file });
  else print(io, [`Wrote ${file}.`]);
  return EXIT.ok;
}
