/** The slider of time: how much happened when, and the moment that is shown. It is on every screen. */
import { clock, when } from "../format.ts";
import { connected, isLive, live, lookAt, moment, now } from "../store.ts";

const WIDTH = 1000;

export function Scrub() {
  const over = live.value?.over;
  if (over === undefined) return <div class="scrub" />;
  const { ticks, seq, from, to } = over;
  const shown = moment.value ?? seq;
  const most = Math.max(1, ...ticks.map(({ count }) => count));
  const length = Math.max(1, to - from);
  const xOf = (at: number) => (WIDTH * (at - from)) / length;
  const path = ticks
    .map((tick) => `M${xOf(tick.at).toFixed(0)} 20v-${(2 + (15 * tick.count) / most).toFixed(1)}`)
    .join("");
  const here = isLive.value ? WIDTH - 1 : Math.min(WIDTH - 1, xOf(now.value));
  const seek = (place: number) => {
    if (place >= WIDTH - 2) return lookAt(null);
    const at = from + (length * place) / WIDTH;
    lookAt((ticks.findLast((each) => each.at <= at) ?? ticks[0])?.seq ?? null);
  };
  // By keys one steps from event to event; the hand goes by time.
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -50, PageDown: 50 }[event.key];
    if (step === undefined) return;
    lookAt(shown + step);
    event.preventDefault();
  };
  return (
    <div class={isLive.value ? "scrub" : "scrub is-past"}>
      <span>{when(from, to)}</span>
      <div class="seek">
        <svg viewBox={`0 0 ${WIDTH} 22`} preserveAspectRatio="none" aria-hidden="true">
          <path class="axis" d={path} fill="none" stroke-width="3" vector-effect="non-scaling-stroke" />
          <path class="s-ink" d={`M${here.toFixed(0)} 0v22`} stroke-width="2" vector-effect="non-scaling-stroke" />
        </svg>
        <input
          type="range"
          min={0}
          max={WIDTH}
          value={here >= WIDTH - 1 ? WIDTH : here}
          aria-label="Moment shown"
          aria-valuetext={isLive.value ? `live, ${clock(now.value)}` : `event ${shown}, ${clock(now.value)}`}
          onInput={(event) => seek(Number(event.currentTarget.value))}
          onKeyDown={onKey}
        />
      </div>
      {isLive.value ? (
        <span class={connected.value ? "live" : "live lost"}>
          {connected.value ? `Live ${clock(now.value)}` : "Not connected; trying again"}
        </span>
      ) : (
        <button type="button" class="then" onClick={() => lookAt(null)}>
          {when(now.value, to)} · event {shown} <kbd>0</kbd> <span class="faint">back to live</span>
        </button>
      )}
      <span class="faint">
        <kbd>[</kbd> <kbd>]</kbd> step back, forward
      </span>
    </div>
  );
}
