/**
 * How many times the work of one thing another is, for tests of how costs grow. Measured as time on the processor, of which
 * a busy machine takes nothing away, and as the least of several tries, so that a pause for the garbage does not count.
 */
const TRIES = 3;

export function workRatio(large: () => unknown, small: () => unknown): number {
  small(); // what is compiled at first use belongs to neither
  return leastCpuMs(large) / leastCpuMs(small);
}

function leastCpuMs(work: () => unknown): number {
  const tries = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}
