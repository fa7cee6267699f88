/** Who pays, without keeping what it pays with: the same key gives the same name within a run, and tells nothing. */
import { createHmac } from "node:crypto";

export function accountName(vendor: string, credential: string, secret: string): string {
  return `${vendor}:${createHmac("sha256", secret).update(`account\n${credential}`).digest("hex").slice(0, 12)}`;
}
