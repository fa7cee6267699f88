/** Who works a kanban board, as `reeve.yaml` says it. */

export const KANBAN_ROLES = ["manager", "architect", "implementor"] as const;
export type KanbanRole = (typeof KANBAN_ROLES)[number];

export interface KanbanConfig {
  /** So often an agent without a valid answer is called again. */
  readonly retries: number;
  /** Absent: Reeve's own. */
  readonly manager?: KanbanAgent;
  /** Absent: the default agent. */
  readonly architect?: KanbanAgent;
  readonly implementor?: KanbanAgent;
}

export interface KanbanAgent {
  readonly agent: string;
  readonly tier?: string;
  /** A file, seen from the project. */
  readonly brief?: string;
}
