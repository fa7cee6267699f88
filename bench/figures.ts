/** Numbers as people read them: medians, and how they are written in a table. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

export function perSecond(value: number): string {
  return `${grouped(value)}/s`;
}

export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${grouped(value)} ms`;
}

export function mb(bytes: number): string {
  return `${grouped(bytes / 1e6)} MB`;
}

export function times(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)}×`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
