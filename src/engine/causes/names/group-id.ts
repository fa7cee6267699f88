/** The name of a group: short, and the same for the same cause everywhere. */

/** Two rounds of FNV-1a. */
export function groupId(key: string): string {
  const hash = (seed: number): string => {
    let value = seed;
    for (let i = 0; i < key.length; i += 1) value = Math.imul(value ^ key.charCodeAt(i), 16_777_619) >>> 0;
    return value.toString(16).padStart(8, "0");
  };
  return `p${hash(2_166_136_261)}${hash(3_735_928_559).slice(0, 4)}`;
}
