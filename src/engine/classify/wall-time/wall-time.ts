/**
 * The next moment at which a clock on the wall of a time zone shows a given time. Calendar arithmetic on numbers; the
 * zone's offset comes from the runtime's table of zones, for the moment asked about. Reads no clock.
 */
import { offsetMs } from "../../../basics/zone-offset.ts";
import type { WallTime } from "../retry.ts";

export const WEEKDAYS: readonly string[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const MONTHS: readonly string[] = [
  ...["jan", "feb", "mar", "apr", "may", "jun"],
  ...["jul", "aug", "sep", "oct", "nov", "dec"],
];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whoever reads "resets 3pm" a moment after three is not meant to wait until tomorrow. */
const JUST_NOW_MS = 2 * MINUTE_MS;

/** Milliseconds since 1970. A zone nobody knows counts as UTC. */
export function nextTime(time: WallTime, now: number, zone: string): number {
  const { zone: own = zone } = time;
  const today = Math.floor((now + offsetMs(own, now)) / DAY_MS);
  const on = (day: number): number => instantOf(day, time, own);
  const passed = (day: number): boolean => on(day) < now - JUST_NOW_MS;
  return on(wantedDay(time, today, passed));
}

/** Days since 1970, local. */
function wantedDay(time: WallTime, today: number, passed: (day: number) => boolean): number {
  if (time.inDays !== undefined) return today + time.inDays;
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

/** The offset that counts is that of the moment itself. Of an hour that comes twice it is the later one; none is early. */
function instantOf(day: number, { hour, minute, second = 0 }: WallTime, zone: string): number {
  const local = day * DAY_MS + (hour * 60 + minute) * MINUTE_MS + second * 1000;
  const offsets = [offsetMs(zone, local - DAY_MS), offsetMs(zone, local + DAY_MS)];
  const fitting = offsets.map((offset) => local - offset).filter((at) => at + offsetMs(zone, at) === local);
  return Math.max(...(fitting.length === 0 ? offsets.map((offset) => local - offset) : fitting));
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
