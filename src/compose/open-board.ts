/** A board with real agents: host, adapters, clock and journal connected. Decides nothing. */
import type { BoardWish } from "../app/kanban/work-board.ts";
import { loadAdapters } from "../effects/agents/adapters/load-adapters.ts";
import { openProcessHost } from "../effects/agents/host/process-host.ts";
import { cryptoDice } from "../journal/dice.ts";
import { realClock } from "../runtime/time/clock.ts";
import { type LoopRunner, loopRunner } from "../systems/kanban/loop/loop-system.ts";
import { openBox } from "./open-box.ts";
import { senderFor } from "./sender-for.ts";

const GRACE_MS = 10_000;

export async function openBoard({
  runs,
  lease,
  orphanMinutes,
  of,
  onSentence,
  onEvents,
  ...wish
}: BoardWish): Promise<LoopRunner> {
  const clock = realClock();
  const { adapters } = await loadAdapters(of.project.root, of.config.agents);
  // All work in the project's own folder.
  const { sandbox } = await openBox(of.project, wish.runDir, { ...of.config, isolation: "none" });
  return loopRunner(
    {
      ...wish,
      adapters,
      openHost: (own, listener) =>
        openProcessHost({ runDir: wish.runDir, adapters: own, orphanMinutes, listener, sandbox }),
      clock,
      graceMs: GRACE_MS,
      receivers: of.config.notify.map(({ name, from }) => ({ name, from })),
      notify: senderFor(of.config, { project: wish.project, run: wish.run }),
    },
    { runs, lease, clock, dice: cryptoDice(), onSentence, onRecord: ({ events, at }) => onEvents(events, at) },
  );
}
