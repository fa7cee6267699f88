/** Time as a place on the screen. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly width: number;
}

const SECOND = 1_000;
const STEPS = [1, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400].map((s) => s * SECOND);
const LABELS_MAX = 11;

/** With seconds where the steps are shorter than a minute. */
export function axisLabel(at: number, { from, to }: Scale): string {
  const isShort = (to - from) / LABELS_MAX < 30_000;
  const time = new Date(at);
  const parts = [time.getHours(), time.getMinutes(), ...(isShort ? [time.getSeconds()] : [])];
  return parts.map((n) => `${n}`.padStart(2, "0")).join(":");
}

/** Round times, no more than fit. */
export function axisTimes({ from, to, width }: Scale): number[] {
  const most = Math.max(2, Math.min(LABELS_MAX, Math.floor(width / 80)));
  const step = STEPS.find((each) => (to - from) / each <= most) ?? 86_400_000;
  const zone = new Date(from).getTimezoneOffset() * 60_000;
  const times: number[] = [];
  for (let at = Math.ceil((from - zone) / step) * step + zone; at < to; at += step) times.push(at);
  return times;
}
