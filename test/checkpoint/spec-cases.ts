/** What the checks of CHECKPOINT-001 and -002 are there for: a session spoiled in one place, and where that is found. */
import { type Files, GOOD, message, spoiled, withMessages } from "./good-session.ts";

export interface Case {
  readonly check: string;
  readonly what: string;
  readonly files: Files;
  readonly status?: "fail" | "warn";
  readonly says: string | RegExp;
  readonly at: string;
}

export const without = (file: string): Files =>
  Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== file));

export const SPEC_CASES: readonly Case[] = [
  {
    check: "vision-trace",
    what: "a goal that no requirement names",
    files: spoiled("product-brief.md", "- G2:", "- G3: Guests rate their stay\n- G2:"),
    says: "G3",
    at: "product-brief.md:10",
  },
  {
    check: "vision-trace",
    what: "a goal that no requirement names, where all of them name another one that does not exist",
    files: spoiled("requirements.md", /\bG[12]\b/g, "G9"),
    says: /G1 .* is named by no requirement[\s\S]*cites G9, but the brief has no goal G9/,
    at: "requirements.md:5",
  },
  {
    check: "vision-trace",
    what: "a missing brief",
    files: without("product-brief.md"),
    status: "warn",
    says: "product-brief.md does not exist",
    at: "product-brief.md:1",
  },
  {
    check: "terms-brief-requirements",
    what: "an unwanted word",
    files: spoiled("requirements.md", "A guest can cancel", "A customer can cancel"),
    says: '"customer" where product-brief.md:24 has chosen "Guest"',
    at: "requirements.md:6",
  },
  {
    check: "scope",
    what: "a requirement outside of the scope",
    files: spoiled(
      "requirements.md",
      "## Non-",
      "- **FR-004** (Must, G1): Guests collect points in a loyalty programme.\n\n## Non-",
    ),
    says: "FR-004 asks for what the brief leaves out",
    at: "requirements.md:9",
  },
  {
    check: "decisions-continue",
    what: "a decision that is turned around",
    files: spoiled("requirements.md", "Payment: on arrival, in cash or by card", "Payment: in advance"),
    says: 'said "Payment: on arrival"',
    at: "requirements.md:15",
  },
  {
    check: "brief-and-requirements-exist",
    what: "missing requirements",
    files: without("requirements.md"),
    status: "warn",
    says: "requirements.md does not exist",
    at: "requirements.md:1",
  },
  {
    check: "terms-all-documents",
    what: "an unwanted word in an epic",
    files: spoiled("epics.md", "As a guest", "As a client"),
    says: '"client"',
    at: "epics.md:7",
  },
  {
    check: "decision-chain",
    what: "a report against an earlier one",
    files: withMessages(
      message(6, "architect", "state_update", {
        task: "ARCH-001",
        decisions: [{ topic: "Payment", decision: "monthly subscription" }],
      }),
    ),
    says: "monthly subscription",
    at: "messages.jsonl:7",
  },
  {
    check: "components-covered",
    what: "a component in no epic",
    files: spoiled("architecture.md", "- **Front", "- **Loyalty Engine**: counts points\n- **Front"),
    says: "Loyalty Engine",
    at: "architecture.md:6",
  },
  {
    check: "self-score-trend",
    what: "a score that falls by more than 10",
    files: spoiled(
      "messages.jsonl",
      '"quality_self_score":80}}\n{"id":"MSG-000000005"',
      '"quality_self_score":70}}\n{"id":"MSG-000000005"',
    ),
    says: "from 84 (DRAFT-002) to 70 (DRAFT-003)",
    at: "messages.jsonl:4",
  },
  {
    check: "open-questions",
    what: "a critical question",
    files: withMessages(
      message(6, "writer", "state_update", {
        task: "DRAFT-004",
        open_questions: [{ question: "Who pays?", criticality: "critical" }],
      }),
    ),
    says: "Who pays?",
    at: "messages.jsonl:7",
  },
  {
    check: "wisdom-consistent",
    what: "wisdom that forbids what a document uses",
    files: {
      ...spoiled("architecture.md", "keeps bookings", "keeps bookings, using Redis"),
      "wisdom/decisions.md": "- Never use Redis for bookings\n",
    },
    says: "uses what wisdom forbids",
    at: "architecture.md:5",
  },
];
