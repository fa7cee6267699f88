/** Dollars over time, with the budget, limits during which nothing is spent, and where it will probably end. */
import { useRef } from "preact/hooks";
import { budget, clock, usd } from "../format.ts";
import { isLive, now, page } from "../store.ts";
import { useWidth } from "../width.ts";
import { axisLabel, axisTimes } from "./scale.ts";

const [H, L, R, T, B] = [262, 40, 8, 16, 30];
/** Half of a time below the axis: where it does not fit, it is left out. */
const LABEL_HALF = 18;

export function MoneyChart() {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 760);
  return <div ref={box}>{page.value === null ? null : <Drawn W={width} />}</div>;
}

function Drawn({ W }: { W: number }) {
  const shown = page.value;
  if (shown === null) return null;
  const { over, view } = shown;
  const limit = view.budgets.usd;
  const end = view.run.endedAt ?? now.value;
  const forecast = isLive.value ? over.forecast : null;
  const to = Math.max(end, forecast?.at ?? 0) + (end - over.from) * 0.02 + 1_000;
  const sum = view.usage.usdKnown;
  const most = Math.max(limit ?? 0, forecast?.usdHigh ?? 0, sum, 0.01) * 1.12;
  const xOf = (at: number) => L + ((W - L - R) * (at - over.from)) / Math.max(1, to - over.from);
  const yOf = (amount: number) => H - B - ((H - B - T) * amount) / most;
  const points = [{ at: over.from, usd: 0 }, ...over.money.filter(({ at }) => at <= end), { at: end, usd: sum }];
  // What was spent stays spent until more is.
  const line = points
    .map(({ at, usd: amount }, index) => `${index === 0 ? "M" : "L"}${xOf(at).toFixed(1)} ${yOf(amount).toFixed(1)}`)
    .join("");
  // Under the line: what is spent stands above it.
  const below = Math.max(yOf(forecast?.usdLow ?? 0) + 26, yOf(sum) + 22);
  const scale = { from: over.from, to, left: L, width: W - L - R };
  const label = `${usd(sum)} at ${clock(end)}${limit === undefined ? "" : `, budget ${budget(limit)}`}`;
  return (
    <svg width={W} height={H} viewBox={`0 0 ${W} ${H}`} role="img" aria-label={label}>
      {over.limits.map(({ account, from, until }) => (
        <g key={`${account}${from}`}>
          <rect
            class="band-limit"
            x={xOf(from)}
            y={T}
            width={Math.max(1, xOf(Math.min(until, to)) - xOf(from))}
            height={H - B - T}
          />
          {xOf(until) - xOf(from) > 90 ? (
            <text class="lim" x={xOf(from) + 6} y={H - B - 24}>
              {account} at its limit
            </text>
          ) : null}
        </g>
      ))}
      {amounts(most).map((amount) => (
        <g key={amount}>
          <path class="grid" d={`M${L} ${yOf(amount)}H${W - R}`} />
          <text class="end t-num t-faint" x={L - 6} y={yOf(amount) + 4}>
            {budget(amount)}
          </text>
        </g>
      ))}
      {axisTimes(scale)
        .filter((at) => xOf(at) < W - R - LABEL_HALF)
        .map((at) => (
          <text key={at} class="mid t-num t-faint" x={xOf(at)} y={H - 10}>
            {axisLabel(at, scale)}
          </text>
        ))}
      {forecast === null ? null : (
        <path
          class="cone"
          d={`M${xOf(end)} ${yOf(sum)}L${xOf(forecast.at)} ${yOf(forecast.usdHigh)}V${yOf(forecast.usdLow)}Z`}
        />
      )}
      <path class="area" d={`${line}V${H - B}H${L}Z`} />
      <path class="line" d={line} />
      {limit === undefined ? null : <Limit limit={limit} right={W - R} y={yOf(limit)} warn={yOf(limit * 0.8)} />}
      <circle class="f-ink" cx={xOf(end)} cy={yOf(sum)} r="3.5" />
      <text
        class={`t-strong halo-text ${xOf(end) > W / 2 ? "end" : ""}`}
        x={xOf(end) + (xOf(end) > W / 2 ? -8 : 8)}
        y={yOf(sum) - 8}
      >
        {usd(sum)} {view.run.endedAt === null ? "now" : "in all"}
      </text>
      {forecast === null ? null : (
        <>
          <path class="line dash" d={`M${xOf(end)} ${yOf(sum)}L${xOf(forecast.at)} ${yOf(forecast.usd)}`} />
          <text class="t-strong halo-text end" x={W - R} y={below}>
            about {usd(forecast.usd)}
          </text>
          <text class="halo-text end" x={W - R} y={below + 14}>
            {clock(forecast.at)}, {usd(forecast.usdLow)} to {usd(forecast.usdHigh)}
          </text>
        </>
      )}
    </svg>
  );
}

function Limit({ limit, right, y, warn }: { limit: number; right: number; y: number; warn: number }) {
  return (
    <>
      <path class="s-fail" stroke-width="1.5" d={`M${L} ${y}H${right}`} />
      <text class="t-strong halo-text" x={L + 6} y={y - 6}>
        Budget {budget(limit)}: everything stops
      </text>
      <path class="s-back" stroke-dasharray="3 4" d={`M${L} ${warn}H${right}`} />
      <text class="t-faint halo-text" x={L + 6} y={warn - 5}>
        80 %: you are told
      </text>
    </>
  );
}

/** Round amounts, three to five of them. */
function amounts(most: number): number[] {
  const raw = most / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((each) => each >= raw) ?? raw;
  const found: number[] = [];
  for (let amount = 0; amount < most; amount += step) found.push(Number(amount.toFixed(4)));
  return found;
}
