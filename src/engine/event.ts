/**
 * What happened, in past tense, one closed vocabulary: the events of all subjects. Events are all that is ever remembered:
 * the state is their fold. Decisions carry `because`. An event without its fold, its effects or its sentence does not
 * compile (`engine.ts`, `evolve.ts`, `words.ts`).
 */
import type { AccountEvent } from "./account/events.ts";
import type { AdvisorEvent } from "./advisor/events.ts";
import type { AttemptEvent } from "./attempt/events.ts";
import type { BrakeEvent } from "./brake/events.ts";
import type { BudgetEvent } from "./budget/events.ts";
import type { GrowthEvent } from "./growth/events.ts";
import type { HealthEvent } from "./health/events.ts";
import type { HostEvent } from "./host/events.ts";
import type { HygieneEvent } from "./hygiene/events.ts";
import type { MergeEvent } from "./merge/events.ts";
import type { NetworkEvent } from "./network/events.ts";
import type { NoticeEvent } from "./notice/events.ts";
import type { PatternEvent } from "./pattern/events.ts";
import type { ProofEvent } from "./proof/events.ts";
import type { QuestionEvent } from "./question/events.ts";
import type { ReplanEvent } from "./replan/events.ts";
import type { RunEvent } from "./run/events.ts";
import type { TalkEvent } from "./talk/events.ts";
import type { TaskEvent } from "./task/events.ts";
import type { TreeEvent } from "./tree/events.ts";
import type { ViolationEvent } from "./violation/events.ts";

export type Event =
  | RunEvent
  | HostEvent
  | TreeEvent
  | AttemptEvent
  | HealthEvent
  | TaskEvent
  | ProofEvent
  | MergeEvent
  | QuestionEvent
  | AccountEvent
  | BudgetEvent
  | BrakeEvent
  | NetworkEvent
  | GrowthEvent
  | PatternEvent
  | AdvisorEvent
  | ReplanEvent
  | TalkEvent
  | NoticeEvent
  | ViolationEvent
  | HygieneEvent;

export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
