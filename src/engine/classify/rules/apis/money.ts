/** Rules for money: credit used up, budgets reached. Some arrive as 429 or 400 and must not be waited for. Data only. */
import type { Rule } from "../../rule.ts";
import { provider, status } from "../shapes.ts";

export const MONEY_RULES: readonly Rule[] = [
  {
    // Whatever status it comes with: nobody should wait for money in any language.
    class: "billing",
    strength: "certain",
    has: "guthaben|solde|crédit|saldo|credito|余额|残高|средств",
    match:
      /guthaben.{0,30}(?:aufgebraucht|erschöpft|reicht nicht|zu niedrig)|(?:solde|crédits?).{0,20}(?:insuffisante?s?|épuisée?s?)|saldo.{0,20}(?:insuficiente|agotado|esgotado|insufficiente)|credito.{0,20}(?:esaurito|insufficiente)|余额不足|残高(?:が)?不足|недостаточно средств/iu,
    subject: provider,
  },
  {
    class: "billing",
    strength: "certain",
    has: "past invoice|payments have failed|optinrequired|not subscribed to this|needs a subscription|billing_not_active",
    match:
      /failure to pay past invoices|account payments have failed|\bOptInRequired\b|not subscribed to this service|needs a subscription for the service|billing_not_active/i,
    subject: provider,
  },
  {
    // A limit that its owner set: nobody else raises it.
    class: "budget",
    strength: "certain",
    has: "api usage limits|specified usage|spend limit|spending limit|key limit exceeded",
    match: /\bspecified (?:\w+ )?(?:api )?usage limits?\b|\bspend(?:ing)? limit\b|\bkey limit exceeded\b/i,
    unless: /past invoices|payments have failed/i,
  },
  {
    class: "budget",
    strength: "certain",
    has: "budget",
    unless: /(?:step|turn|iteration|token) budget/i,
    match: /\bbudget\b.{0,40}(?:exhausted|used up|spent)|(?:reached|crossed|hit) (?:the )?(?:max(?:imum)? )?budget/i,
  },
  {
    class: "billing",
    strength: "certain",
    has: "premium request|request allowance",
    match: /exceeded your (?:premium )?request allowance|no (?:premium )?quota.{0,40}402/i,
  },
  {
    class: "billing",
    strength: "certain",
    has: "credit balance",
    match: /credit balance (?:is )?too low/i,
    subject: provider,
  },
  {
    class: "billing",
    strength: "certain",
    has: "insufficient_quota|billing_error|billing_hard_limit|insufficient_credits",
    subject: provider,
  },
  {
    class: "billing",
    strength: "certain",
    has: "insufficient balance|insufficient credit|insufficient funds|out of credits|not enough credits|no credits|purchase more credits|payment required|requires payment|credits exhausted",
    subject: provider,
  },
  {
    class: "billing",
    strength: "certain",
    has: "no quota|quota_exceeded",
    match: /you have no quota|\b402\b.{0,60}quota|quota_exceeded/i,
    unless: /\b429\b|rate.?limit/i,
  },
  {
    // Called a rate limit, but no waiting fills an account.
    class: "billing",
    strength: "certain",
    has: "exceeded your current quota",
    match:
      /(?:openai|ratelimiterror|quotaerror|error code: 429|^429).{0,120}exceeded your current quota, please check your plan/i,
    unless: /gemini|google|vertex|quota exceeded for metric/i,
    subject: provider,
  },
  {
    class: "billing",
    strength: "strong",
    has: "exceeded your current quota",
    match: /exceeded your current quota, please check your plan and billing/i,
    unless: /quota exceeded for metric|quota_limit|generativelanguage|gemini|google|vertex|rate-limits/i,
    subject: provider,
  },
  {
    class: "billing",
    strength: "strong",
    has: "billing",
    match:
      /(?:account is not active|check your billing|billing (?:is )?(?:not enabled|disabled|hard limit)|billing account)/i,
    subject: provider,
  },
  {
    class: "billing",
    strength: "certain",
    has: "payment|billing|invoice|buy|purchase|subscription",
    match:
      /(?:last |latest |your )?payment (?:has )?(?:failed|was declined|is past due|overdue)|requires billing to be enabled|billing (?:has not been|must be) enabled|unpaid invoice|(?:buy|purchase) (?:more|additional) (?:\w+ )?(?:credits|minutes|seats|quota)|subscription (?:has been |is )?(?:paused|expired|cancell?ed|suspended)/i,
    subject: provider,
  },
  { class: "billing", strength: "strong", has: "402", match: status("402"), subject: provider },
  {
    class: "billing",
    strength: "strong",
    has: "subscription",
    match: /subscription (?:has )?(?:expired|ended|lapsed|is (?:not active|inactive|required))/i,
    subject: provider,
  },
  {
    class: "budget",
    strength: "certain",
    has: "exceededbudget|exceededtokenbudget|exceeded budget|max budget|error_max_budget|budget_exhausted|budgetexceeded|budget_exceeded",
    subject: { near: /(?:key|user|team|model)[=: ]+['"]?(?<s>[\w.-]+)/i, ahead: 3 },
  },
  {
    class: "budget",
    strength: "certain",
    has: "budget",
    unless: /(?:step|turn|iteration|token) budget/i,
    match:
      /budget (?:has been |was |is )?(?:exceeded|exhausted|reached|used up)|(?:exceed(?:s|ed|ing)?|over|out of|reached|hit) (?:the |your |its |max(?:imum)? )*(?:\w+ )?budget/i,
    subject: {
      near: /\b(?:team|key|user|model|project|org(?:anization)?|customer)[=:] ?['"]?(?<s>[\w.@-]+)/i,
      ahead: 2,
    },
  },
  // A limit that whoever runs the agent has set for it.
  {
    class: "budget",
    strength: "certain",
    has: "tokens_limit|request_limit|usagelimitexceeded",
    match: /exceed(?:ed)?\b.{0,40}\b(?:\w*tokens_limit|request_limit)\b|UsageLimitExceeded/i,
  },
  {
    class: "budget",
    strength: "certain",
    has: "spend|cost",
    match:
      /(?:spend(?:ing)?|cost) (?:limit|cap)s? (?:of \S+ )?(?:has been |was |is )?(?:exceeded|reached|hit)|(?:reached|hit|exceeded) (?:the |your |its )?(?:\w+ )?(?:spend(?:ing)?|cost) (?:limit|cap)/i,
  },
];
