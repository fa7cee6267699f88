/**
 * The next moment at which a clock on the wall of a time zone shows a given time. Calendar arithmetic on numbers; the
 * zone's offset comes from the runtime's table of zones, for the moment asked about. Reads no clock.
 */
import type { WallTime } from "./retry.ts";

export const WEEKDAYS: readonly string[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const MONTHS: readonly string[] = [
  ...["jan", "feb", "mar", "apr", "may", "jun"],
  ...["jul", "aug", "sep", "oct", "nov", "dec"],
];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Milliseconds since 1970. A zone nobody knows counts as UTC. */
export function nextTime(time: WallTime, now: number, zone: string): number {
  const offset = offsetMs(time.zone ?? zone, now);
  const local = now + offset;
  const today = Math.floor(local / DAY_MS);
  return wantedDay(time, today, local) * DAY_MS + time.hour * 60 * MINUTE_MS + time.minute * MINUTE_MS - offset;
}

/** Days since 1970, local. */
function wantedDay(time: WallTime, today: number, local: number): number {
  const passed = (day: number): boolean => day * DAY_MS + (time.hour * 60 + time.minute) * MINUTE_MS < local;
  if (time.month !== undefined && time.day !== undefined) {
    const year = time.year ?? yearOf(today);
    const day = daysFrom(year, time.month, time.day);
    return time.year === undefined && today - day > 180 ? daysFrom(year + 1, time.month, time.day) : day;
  }
  if (time.weekday !== undefined) {
    // 1970 began on a Thursday.
    const ahead = (time.weekday - ((today + 4) % 7) + 7) % 7;
    return ahead === 0 && passed(today) ? today + 7 : today + ahead;
  }
  return passed(today) ? today + 1 : today;
}

/** Days since 1970 of a date of the Gregorian calendar; years begin in March so that leap days come last. */
function daysFrom(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

function yearOf(day: number): number {
  let year = 1970 + Math.floor(day / 365.2425);
  while (daysFrom(year + 1, 1, 1) <= day) year++;
  while (daysFrom(year, 1, 1) > day) year--;
  return year;
}

function offsetMs(zone: string, at: number): number {
  if (zone === "UTC" || zone === "GMT") return 0;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  } catch {
    return 0;
  }
}
