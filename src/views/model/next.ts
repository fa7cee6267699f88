/**
 * What happens next without a person, soonest first, and the one sentence for when nothing needs one. Pure; times come in
 * and go out as numbers, but for the clock time of the sentence, which the reader's clock gives.
 */
import type { FleetView } from "../../app/look/fleet-view.ts";
import { plainText, withoutStop } from "../../domain/words/wording.ts";

export interface Next {
  readonly at: number;
  readonly kind: "limit" | "restart" | "probe";
  readonly what: string;
  /** In few words, for the sentence. */
  readonly short: string;
}

const NAMED_MAX = 3;

export function nextMoves(view: FleetView, now: number): Next[] {
  const limits = view.accounts
    .filter(({ question }) => question === null)
    .map(
      ({ account, until }): Next => ({
        at: until,
        kind: "limit",
        what: `the limit of ${account} resets${resumes(view, account)}`,
        short: "limit resets",
      }),
    );
  const restarts = view.backoff.map(({ task, at, because }): Next => {
    const message = because?.facts["message"];
    const why = message === undefined ? "" : `; ${withoutStop(plainText(`${message}`))}`;
    return { at, kind: "restart", what: `${task} restarts${why}`, short: `${task} restarts` };
  });
  const probes = view.network.flatMap(({ endpoint, probeAt }): Next[] =>
    probeAt === null
      ? []
      : [{ at: probeAt, kind: "probe", what: `Reeve tries ${endpoint} again`, short: `${endpoint} is tried again` }],
  );
  return [...limits, ...restarts, ...probes].filter(({ at }) => at >= now).sort((a, b) => a.at - b.at);
}

function resumes({ tasks }: FleetView, account: string): string {
  const waiting = tasks.filter(({ move }) => move.by === "account" && move.account === account).map(({ id }) => id);
  if (waiting.length === 0) return "";
  const more = waiting.length > NAMED_MAX ? ` and ${waiting.length - NAMED_MAX} more` : "";
  return `; ${waiting.slice(0, NAMED_MAX).join(", ")}${more} resume${waiting.length === 1 ? "s" : ""}`;
}

/** "Nothing needs you. Next: limit resets 14:05." `clock`: how the reader's clock says a time. */
export function calmText(view: FleetView, now: number, clock: (at: number) => string): string {
  const [next] = nextMoves(view, now);
  if (next) return `Nothing needs you. Next: ${next.short} ${clock(next.at)}.`;
  if (view.run.phase === "ended") return "Nothing needs you. The run has ended.";
  const { working, verifying, integrating } = view.counts;
  const moving = working + verifying + integrating;
  return moving === 0 ? "Nothing needs you." : `Nothing needs you. ${moving} at work.`;
}
