/** The report of a run as texts, for whoever sends it: read, made and worded in one go. Null where the run cannot be read. */
import { readReport } from "../../app/look/read-report.ts";
import type { Project } from "../../app/project/project.ts";
import type { ReportText } from "../../domain/notice.ts";
import { dateText, shortClockText } from "../cli/times.ts";
import { reportOf } from "./report.ts";
import { reportHtml } from "./report-html.ts";
import { reportMarkdown } from "./report-markdown.ts";

/** A time of day; a day with its time. */
export const REPORT_CLOCKS = { time: shortClockText, day: (at: number) => dateText(at).slice(0, 16) } as const;

export async function reportText(project: Project, run: string, now: number): Promise<ReportText | null> {
  const matter = await readReport(project, run, now);
  if (!matter.ok) return null;
  const report = reportOf(matter.value, now, shortClockText);
  return { markdown: reportMarkdown(report, REPORT_CLOCKS.day), html: reportHtml(report, REPORT_CLOCKS) };
}
