/** What is changed when an advisor is asked and when it has answered. */
import { isFinal } from "../../domain/task.ts";
import { taskOf } from "../lookup.ts";
import { type Evolve, unchanged } from "../tables.ts";
import { addTask, needs } from "../task/evolve.ts";
import type { AdvisorEvent } from "./events.ts";

export const evolve: Evolve<AdvisorEvent> = {
  advice_asked(state, { advisor, advises }, at) {
    addTask(state, advisor, at, { advises, because: advises.because });
    if (advises.about === advisor.id) return; // about the whole: nobody waits for it but the end of the run
    const about = taskOf(state, advises.about);
    if (advises.role === "supervisor") about.advised += 1;
    if (advises.replan?.tries === 1) state.replans.asked += 1;
    if (!isFinal(about.status)) needs(state, about, advisor.id, at);
  },
  advice_given(state, { task, advisor, text }, at) {
    taskOf(state, task).advice = text;
    state.advisors.latest = { task, advisor, text, at };
  },
  action_refused: unchanged,
};
