/**
 * The engine: one input → the events it leads to and the answer to whoever sent it. The subjects' tables are put together
 * here, and an input that no subject decides does not compile. After the decision everything else that became due is done
 * and ready work is handed out, so that one step leaves nothing half done.
 */
import { decide as account } from "./account/decide.ts";
import * as attempt from "./attempt/decide.ts";
import { follow as brake } from "./brake/pausing.ts";
import { decide as budget } from "./budget/decide.ts";
import { type Context, contextOf } from "./context.ts";
import { dispatchReady } from "./dispatch.ts";
import type { Event } from "./event.ts";
import { evolve } from "./evolve.ts";
import { decide as health } from "./health/decide.ts";
import { decide as host } from "./host/decide.ts";
import { decide as hygiene } from "./hygiene/decide.ts";
import type { Answer, Input } from "./input.ts";
import { decide as merge } from "./merge/decide.ts";
import { decide as network } from "./network/decide.ts";
import { decide as notice } from "./notice/decide.ts";
import { tellPeople } from "./notice/tell-people.ts";
import { decide as order } from "./order/decide.ts";
import { follow as outcome } from "./outcome/follow.ts";
import { decide as proof } from "./proof/decide.ts";
import { decide as replan } from "./replan/decide.ts";
import { afterStep } from "./run/after-step.ts";
import { decide as run } from "./run/decide.ts";
import type { State } from "./state.ts";
import type { Decide, Follow } from "./tables.ts";
import { decide as talk } from "./talk/decide.ts";
import { decide as tree } from "./tree/decide.ts";
import { decide as violation } from "./violation/decide.ts";

const DECIDE = {
  ...run,
  ...host,
  ...tree,
  ...attempt.decide,
  ...health,
  ...proof,
  ...merge,
  ...account,
  ...network,
  ...talk,
  ...notice,
  ...budget,
  ...violation,
  ...hygiene,
  ...order,
  ...replan,
} satisfies Decide<Input>;

const FOLLOW: readonly Follow[] = [attempt.follow, brake, outcome];

export interface Decided {
  readonly events: Event[];
  readonly answer: Answer;
}

export function step(state: State, input: Input, at: number, dice: number): Decided {
  const context = contextOf(state, at, dice, { evolve, follow });
  const clause = DECIDE[input.type] as (context: Context, input: Input) => Answer;
  const answer = clause(context, input);
  if (context.events.length > 0) {
    afterStep(context);
    dispatchReady(context);
    tellPeople(context);
  }
  return { events: context.events, answer };
}

function follow(context: Context, event: Event): void {
  for (const table of FOLLOW) {
    const clause = table[event.type] as ((context: Context, event: Event) => void) | undefined;
    clause?.(context, event);
  }
}
