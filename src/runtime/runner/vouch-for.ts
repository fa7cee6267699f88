/**
 * What becomes of mail that nobody vouches for: while the run is worked it is refused, and told. What was recorded while nobody worked
 * on it is a person's; where others may have been at work meanwhile, because the last Reeve was killed, it is taken too, since
 * its sender need not be there any more, and told.
 */
import type { OpenRun, Vouch } from "../../journal/runs.ts";
import type { RunnerOptions } from "./runner-options.ts";
import type { MailRules } from "./system.ts";

/** Of one look: whoever floods the mailbox is told of often enough. */
const TOLD_MAX = 10;

/** What waits is sifted before anything else is submitted: the state of then is the one the last Reeve left. */
export function vouchFor<S, I, A>(
  rules: MailRules<S, I> | undefined,
  vouch: NonNullable<RunnerOptions<never, never, never>["vouch"]>,
  opened: () => OpenRun<S, I, A>,
): Vouch {
  let wasLeftAtWork: boolean | null = null;
  return async (mail, waited) => {
    if (waited) wasLeftAtWork ??= rules?.wasLeftAtWork(await opened().state()) ?? false;
    if (waited && !wasLeftAtWork) return mail.map(() => null);
    const verdicts = await vouch(mail);
    const doubted = mail.filter((_, place) => (verdicts[place] ?? null) !== null).slice(0, TOLD_MAX);
    for (const each of rules ? doubted : []) {
      const told = waited ? rules?.unproven(each) : rules?.refused(each);
      if (told !== undefined) await opened().submit(told, `doubted:${each.name?.sender}/${each.name?.number}`);
    }
    return waited ? mail.map(() => null) : verdicts;
  };
}
