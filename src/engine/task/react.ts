/** What is done about tasks themselves: nothing. Their attempts and jobs bring their own effects. */
import { nothing, type React } from "../tables.ts";
import type { TaskEvent } from "./events.ts";

export const react: React<TaskEvent> = {
  task_requeued: nothing,
  task_reopened: nothing,
  round_judged: nothing,
  dependency_added: nothing,
  task_put_first: nothing,
  task_done: nothing,
  task_skipped: nothing,
  task_given_up: nothing,
  task_revived: nothing,
};
