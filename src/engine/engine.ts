/**
 * The engine: one input in, its events out, the state moved on. Pure: time and dice come in with the input, nothing is
 * performed. Each input has one clause; after it, ready tasks are handed out and the run is brought to its next phase.
 */
import { never } from "../domain/bug.ts";
import { onAccountLimited } from "./account/decide.ts";
import { onClaimed, onEnded, onUp } from "./attempt/decide.ts";
import { onRepeated } from "./attempt/spinning.ts";
import { type Context, contextOf } from "./context.ts";
import { dispatchReady } from "./dispatch.ts";
import type { Event } from "./event.ts";
import { onHostLost, onHostSilent, onHostUp } from "./host/decide.ts";
import type { Answer, Input, PersonInput } from "./input.ts";
import {
  onAdvisorWrote,
  onCompared,
  onIntegrated,
  onJobFailed,
  onOutsideWrite,
  onRunChecked,
  onVerified,
} from "./proof/decide.ts";
import { onApprove, onReject, settleReplans } from "./replan/decide.ts";
import {
  onClockJumped,
  onCreate,
  onMonitorFailed,
  onOpened,
  onProgressed,
  onTimerDue,
  settleRun,
} from "./run/decide.ts";
import { onAnswer, onPause, onResume, onRetry, onSkip, onStop } from "./run/orders.ts";
import type { State } from "./state.ts";
import { onAgentAsked, onAgentLearned, onAgentWrote, onCallbackFailed, onReported } from "./talk/decide.ts";
import { onNoted, onTell, onTold } from "./talk/session.ts";

export interface Decided {
  readonly events: Event[];
  readonly answer: Answer;
}

export function step(state: State, input: Input, at: number, dice: number): Decided {
  const context = contextOf(state, at, dice);
  const answer = decide(context, input);
  if (context.events.length > 0) {
    settleReplans(context);
    settleRun(context);
    dispatchReady(context);
  }
  return { events: context.events, answer };
}

function decide(context: Context, input: Input): Answer {
  switch (input.type) {
    case "create_run":
      return onCreate(context, input);
    case "run_opened":
      return onOpened(context, input);
    case "host_up":
      return onHostUp(context, input);
    case "host_silent":
      return onHostSilent(context, input);
    case "host_lost":
      return onHostLost(context, input);
    case "attempt_claimed":
      return onClaimed(context, input);
    case "attempt_up":
      return onUp(context, input);
    case "attempt_progressed":
      return onProgressed(context, input);
    case "attempt_ended":
      return onEnded(context, input);
    case "attempt_noted":
      return onNoted(context, input);
    case "attempt_told":
      return onTold(context, input);
    case "result_reported":
      return onReported(context, input);
    case "agent_asked":
      return onAgentAsked(context, input);
    case "agent_learned":
      return onAgentLearned(context, input);
    case "agent_wrote":
      return onAgentWrote(context, input);
    case "callback_failed":
      return onCallbackFailed(context, input);
    case "task_verified":
      return onVerified(context, input);
    case "task_integrated":
      return onIntegrated(context, input);
    case "task_compared":
      return onCompared(context, input);
    case "job_failed":
      return onJobFailed(context, input);
    case "run_checked":
      return onRunChecked(context, input);
    case "outside_write_seen":
      return onOutsideWrite(context, input);
    case "advisor_wrote":
      return onAdvisorWrote(context, input);
    case "calls_repeated":
      return onRepeated(context, input);
    case "account_limited":
      return onAccountLimited(context, input);
    case "timer_due":
      return onTimerDue(context, input);
    case "clock_jumped":
      return onClockJumped(context, input);
    case "monitor_failed":
      return onMonitorFailed(context, input);
    default:
      return decideOrder(context, input);
  }
}

/** What people say. */
function decideOrder(context: Context, input: PersonInput): Answer {
  switch (input.type) {
    case "pause":
      return onPause(context);
    case "resume":
      return onResume(context);
    case "stop":
      return onStop(context);
    case "retry":
      return onRetry(context, input);
    case "skip":
      return onSkip(context, input);
    case "answer":
      return onAnswer(context, input);
    case "tell":
      return onTell(context, input);
    case "approve":
      return onApprove(context, input);
    case "reject":
      return onReject(context, input);
    default:
      return never(input, "input");
  }
}
