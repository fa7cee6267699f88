/**
 * How far the clocks of a time zone are from UTC at a moment, by the runtime's table of zones. Reads no clock; a zone nobody
 * knows counts as UTC.
 */
/** The number of the day, from midnight to midnight there, counted from the first of January 1970. */
export function dayOf(at: number, zone = "UTC"): number {
  return Math.floor((at + offsetMs(zone, at)) / DAY_MS);
}

export function offsetMs(zone: string, at: number): number {
  if (zone === "UTC" || zone === "GMT") return 0;
  const [, plus, h = "0", m = "0"] = WRITTEN.exec(zone) ?? [];
  if (plus !== undefined) return (plus === "-" ? -1 : 1) * (Number(h) * 60 + Number(m)) * MINUTE_MS;
  try {
    const name =
      formatOf(zone)
        .formatToParts(at)
        .find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  } catch {
    return 0;
  }
}

/** Offsets that are written down rather than looked up. */
const WRITTEN = /^([+-])(\d{1,2}):?(\d{2})?$/;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Costly to make, and few are ever asked for; throws for a zone nobody knows. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 50;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(zone, format);
  return format;
}
