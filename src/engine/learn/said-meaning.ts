/**
 * What a person's words about a failure say it was: `retry --because "the VPN was down"` means that it was the network.
 * Only plain words count; where they leave it open, nothing is learned from them.
 */
import { FAILURE_CLASSES, type FailureClass } from "../../domain/proof/failure.ts";

const PHRASES: readonly (readonly [RegExp, FailureClass])[] = [
  [/\b(?:paid|payment|invoice|billing|credits?|topped up|balance)\b/i, "billing"],
  [/\b(?:raised|increased) the budget\b|\bspend(?:ing)? (?:cap|limit)\b/i, "budget"],
  [
    /\b(?:api key|token|login|logged in|signed in|credentials?|password|permission was given|access was granted|sso)\b/i,
    "auth",
  ],
  [/\b(?:rate limit|usage limit|quota|limit (?:has )?reset)\b/i, "rate_limit"],
  [/\b(?:vpn|network|dns|proxy|firewall|wifi|connection|offline|unreachable)\b/i, "network"],
  [
    /\b(?:overloaded|outage|service (?:is|was) (?:down|back)|provider (?:is|was) down|server (?:is|was) down)\b/i,
    "overloaded",
  ],
  [/\b(?:disk|space (?:is|was)|freed up)\b/i, "disk_full"],
  [/\b(?:out of memory|oom|more memory|bigger machine)\b/i, "out_of_memory"],
  [/\b(?:installed (?:it|the program|the tool)|is installed now|added to (?:the )?path)\b/i, "file_not_found"],
  [/\b(?:migrat(?:ed|ion|ions)|schema|table)\b/i, "schema_mismatch"],
  [/\b(?:config(?:uration)?|setting|environment variable|env var)\b/i, "config_error"],
  [/\bflaky test\b|\btest was wrong\b/i, "test_failure"],
  [/\b(?:merge conflict|conflict (?:is|was) (?:solved|resolved))\b/i, "merge_conflict"],
];

/** Null where the words could mean several classes, or none. */
export function saidMeaning(words: string): FailureClass | null {
  const named = FAILURE_CLASSES.filter((of) => new RegExp(`\\b${of}\\b`).test(words));
  const meant = new Set([...named, ...PHRASES.filter(([phrase]) => phrase.test(words)).map(([, of]) => of)]);
  const [only] = meant;
  return meant.size === 1 && only !== undefined ? only : null;
}
