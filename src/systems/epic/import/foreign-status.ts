/** What other tools call a status, in our words. One that nobody knows is named and taken as new. */
import { createSuggest } from "../../../basics/suggest.ts";
import type { Status } from "../body/statuses.ts";

const KNOWN: Readonly<Record<Status, readonly string[]>> = {
  inbox: [
    "inbox",
    "backlog",
    "todo",
    "open",
    "new",
    "draft",
    "drafted",
    "planned",
    "contexted",
    "pending",
    "notstarted",
    "proposed",
    "triage",
  ],
  ready: ["ready", "readyfordev", "readyfordevelopment", "refined", "selected"],
  queued: ["queued", "approved", "scheduled", "next"],
  in_progress: ["inprogress", "doing", "started", "wip", "active", "working", "indevelopment", "ongoing"],
  review: ["review", "inreview", "codereview", "qa", "testing", "verify", "needsreview", "readyforreview"],
  ready_for_user_review: ["readyforuserreview"],
  done: ["done", "complete", "completed", "closed", "finished", "merged", "resolved", "shipped", "implemented"],
  blocked: ["blocked", "stuck", "waiting", "impeded"],
  paused: ["paused", "onhold", "hold"],
  someday: ["someday", "optional", "deferred", "later", "icebox", "maybe", "parked"],
  cancelled: [
    "cancelled",
    "canceled",
    "cut",
    "wontfix",
    "wontdo",
    "dropped",
    "obsolete",
    "superseded",
    "rejected",
    "abandoned",
    "archived",
  ],
};

export type Foreign = { readonly status: Status; readonly hint?: string };

export function foreignStatus(written: string): Foreign {
  const plain = written.toLowerCase().replace(/[^a-z]/g, "");
  for (const [status, names] of Object.entries(KNOWN) as [Status, readonly string[]][])
    if (names.includes(plain)) return { status };
  const meant = createSuggest()(plain, Object.values(KNOWN).flat());
  return { status: "inbox", hint: meant ? `did you mean ${meant}?` : "it is taken as inbox" };
}
