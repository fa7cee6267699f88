/** What the server sends, by the types it is made of: nothing is described twice. */
import type { taskPage } from "../server/answers.ts";
import type { overview } from "../server/overview.ts";

export type { FleetView } from "../../../app/look/fleet-view.ts";
export type { TaskState, TaskView } from "../../../app/look/parts/task-view.ts";
export type { TreeView } from "../../../app/look/parts/tree-view.ts";
export type { DocumentView } from "../../../app/pages/documents.ts";
export type { GridRun } from "../../../app/pages/run-grid.ts";
export type { GateResult } from "../../../domain/proof/gate.ts";
export type { Act } from "../../model/act.ts";
export type { AttentionRow } from "../../model/attention.ts";
export type { RunOver, RunPage, TaskLine } from "../../model/run-page.ts";
export type { TrailStep } from "../../model/trail.ts";
export type { PagePatch } from "../server/page-parts.ts";

export type Overview = Awaited<ReturnType<typeof overview>>;
export type TaskPage = Extract<Awaited<ReturnType<typeof taskPage>>, { ok: true }>["value"];
