/** Why a mail may not be taken: it is no input, nobody outside may send it, or nobody vouches for it. What it asks for is the rules' to decide. */
import type { MailOutcome, OpenOptions } from "../runs.ts";
import type { RefusedMail } from "./mail-pump.ts";
import type { Batch, StoredMail } from "./run-store.ts";

const NO_INPUT = "This is nothing that Reeve could read.";
const NOT_MAILED = "Other processes may not send this; only the Reeve that works on the run sees it for itself.";

/** Null: it may be taken. */
export async function judgeMail<S, I, E, F, A>(
  mail: readonly StoredMail[],
  waited: boolean,
  { rules, vouch }: Pick<OpenOptions<S, I, E, F, A>, "rules" | "vouch">,
): Promise<readonly (string | null)[]> {
  const own = mail.map(({ input }) => {
    const read = readInput<I>(input);
    if (read === null) return NO_INPUT;
    return rules.mayBeMailed?.(read.input) === false ? NOT_MAILED : null;
  });
  if (vouch === undefined) return own;
  const asked = mail.filter((_, place) => own[place] === null);
  const verdicts = asked.length === 0 ? [] : await vouch(asked, waited);
  const verdictOf = new Map(asked.map((each, place) => [each.id, verdicts[place] ?? null]));
  return mail.map(({ id }, place) => own[place] ?? verdictOf.get(id) ?? null);
}

/** As it is written down. */
export function refusalOf({ mail, because }: RefusedMail): Batch["outcomes"][number] {
  return { mail, outcome: JSON.stringify({ type: "refused", because } satisfies MailOutcome<never>) };
}

function readInput<I>(text: string): { readonly input: I } | null {
  try {
    return { input: JSON.parse(text) };
  } catch {
    return null;
  }
}
