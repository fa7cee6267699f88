/**
 * A night in a shop, for the web view: three agents that follow a script, and most of what a night can hold. Some tasks are
 * done, one asks, three fail by one cause, one is at a limit, one restarts, some work for as long as somebody looks. Their
 * output is full of what a careless page would obey. Data only.
 */
export const REEVE_YAML = `max_parallel: 8
budgets: { usd: 20 }
agents:
  claude: { adapter: scripted, script: agents.yaml }
  codex: { adapter: scripted, script: agents.yaml, account: codex }
  gemini: { adapter: scripted, script: agents.yaml, account: gemini }
policies:
  host: { memory_mb: 0, load_per_core: 0, processes: 0 }
  worker: { restarts: 6, within_s: 600, backoff: { kind: exponential, base_s: 600, cap_s: 900, jitter: 0 }, grace_s: 2 }
`;

export const PLAN_YAML = `title: Checkout on the new price service
gangs:
  foundation: { strategy: one_for_one }
defaults:
  agent: claude
  gates: [sh check.sh]
tasks:
  - { id: design, gang: foundation, title: How the parts talk, prompt: Decide how the parts talk to each other. }
  - { id: money-type, gang: foundation, title: One type for money, depends_on: [design], prompt: Write the money type. }
  - { id: price-client, gang: foundation, title: Client of the price service, depends_on: [design], prompt: Write the client. }
  - { id: schema, gang: foundation, agent: codex, title: Tables for prices, depends_on: [design], prompt: Write the schema. }
  - { id: seed, gang: foundation, agent: codex, title: Example prices, depends_on: [schema], prompt: Write examples. }
  - { id: docs-api, agent: gemini, title: API reference, depends_on: [price-client], prompt: Document the API. }
  - { id: cart-api, title: Cart with prices from the service, depends_on: [money-type, price-client], prompt: Write the cart. }
  - { id: admin-prices, agent: gemini, title: Price overrides for staff, depends_on: [money-type], prompt: Let staff override prices. }
  - { id: cart-page, title: Cart page, depends_on: [cart-api], prompt: Write the page of the cart. }
  - { id: checkout-api, title: Checkout in one transaction, depends_on: [cart-api], prompt: Write the checkout. }
  - { id: prices, title: Show prices everywhere, depends_on: [cart-api], prompt: Show prices everywhere. }
  - { id: refunds, title: "Refunds, whole and in part", depends_on: [checkout-api], prompt: Write refunds. }
  - { id: order-export, title: Export for the accountants, depends_on: [checkout-api], prompt: Write the export. }
  - { id: docs-shop, agent: gemini, title: "<b onclick=alert(1)>Shop</b> \\u202ekoobdnah", depends_on: [docs-api], prompt: Write the handbook. }
  - { id: order-mail, title: Order confirmation by mail, depends_on: [checkout-api], prompt: Write the mail. }
  - { id: load-test, agent: codex, title: Load test of the checkout, depends_on: [checkout-api], prompt: Write the load test. }
  - { id: audit-log, title: Who changed which price, depends_on: [seed], prompt: Write the audit log. }
  - { id: stock-sync, agent: gemini, title: Stock from the warehouse, depends_on: [seed], prompt: Sync the stock. }
  - { id: search-index, title: Search index with prices, depends_on: [seed], prompt: Index prices. }
  - { id: search-page, title: Search page, depends_on: [search-index], prompt: Write the search page. }
  - { id: discounts, title: Discounts on list prices, depends_on: [prices], prompt: Write discounts. }
  - { id: checkout-page, title: Checkout page, depends_on: [prices, checkout-api], prompt: Write the page. }
  - { id: e2e-checkout, title: End-to-end test of the checkout, depends_on: [checkout-page], prompt: Write the test. }
  - { id: cleanup, title: Remove the old price code, depends_on: [checkout-page, search-page], prompt: Remove it. }
`;

export const SHOP_FILES: Readonly<Record<string, string>> = {
  "openapi.yaml": "paths:\n  /: home\n",
  "check.sh": `# The cart must add up, and no conflict may be left.
if grep -q 29.98 cart.js 2>/dev/null; then
  echo "FAIL test/cart.test.ts > adds up a cart with two currencies"
  echo "AssertionError: expected 29.989999999999998 to be 29.99"
  echo "  test/cart.test.ts:41:26"
  echo "Tests  1 failed | 211 passed (212)"
  exit 1
fi
echo "Tests  212 passed (212)"
`,
};

/** What a page that believes its agents would run, and what a terminal would obey. */
const HOSTILE =
  "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script> \u001b[31mred\u001b[0m \u001b]0;owned\u0007 </pre></body> \u202eesrever\u2066 zero\u200bwidth \u{e0041}";

/** One line that no window is wide enough for. */
const HUGE = "<i>wide</i> ".repeat(20_000);

const MISSING = `{ message: "Cannot find module './price-rules'", class: import_error, restart: persistent }`;

/** For as long as somebody looks. */
const WORKS = "sleep: 900";

export const AGENTS_YAML = `tasks:
  design:
    - [say: reading the wish list, sleep: 0.4, usage: { tokens: 90000, usd: 0.41 }, write: { path: DESIGN.md, text: "# Shop\\n\\nAll money is in cents.\\n" }, result: { decisions: ["all money is in cents"] }]
  money-type:
    - [sleep: 0.3, usage: { tokens: 80000, usd: 0.42 }, write: { path: money.js, text: "export const cents = (n) => Math.round(n * 100);\\n" }, result: {}]
  price-client:
    - [sleep: 0.7, usage: { tokens: 110000, usd: 0.58 }, write: { path: client.js, text: "export const price = async (id) => 100;\\n" }, result: {}]
  schema:
    - [sleep: 0.4, usage: { tokens: 60000, usd: 0.21 }, write: { path: schema.sql, text: "create table price (id integer primary key, cents integer);\\n" }, result: {}]
  seed:
    - [sleep: 0.3, usage: { tokens: 50000, usd: 0.19 }, write: { path: seed.sql, text: "insert into price values (1, 100);\\n" }, result: {}]
  docs-api:
    - [sleep: 0.5, usage: { tokens: 30000, usd: 0.11 }, write: { path: openapi.yaml, text: "paths:\\n  /: home\\n  /cart/{id}/lines: lines\\n" }, result: {}]
  cart-api:
    - [say: adding up, sleep: 0.6, tool: { name: Bash, input: { command: npm test } , output: "1 failed" }, usage: { tokens: 182000, usd: 0.44 }, write: { path: cart.js, text: "export const total = 29.98;\\n" }, result: {}]
    - [say: in cents then, sleep: 1, usage: { tokens: 121000, usd: 0.31 }, write: { path: cart.js, text: "export const total = 2999 / 100;\\n" }, write: { path: openapi.yaml, text: "paths:\\n  /: home\\n  /cart/{id}/total: total\\n" }, result: {}]
    - [say: both belong there, resolve: openapi.yaml, usage: { tokens: 84000, usd: 0.22 }, result: { decisions: ["totals are in cents until shown"] }]
  admin-prices:
    - [sleep: 1, usage: { tokens: 160000, usd: 0.49 }, write: { path: admin.js, text: "export const override = () => {};\\n" }, result: { concerns: ["nobody has decided who may override"] }]
  cart-page:
    - [sleep: 0.8, usage: { tokens: 190000, usd: 0.71 }, write: { path: cart-page.js, text: "export const page = () => 'cart';\\n" }, result: {}]
  checkout-api:
    - [sleep: 1.2, usage: { tokens: 420000, usd: 1.24 }, write: { path: checkout.js, text: "export const checkout = () => 'ok';\\n" }, result: {}]
  prices:
    - - say: looking for which prices are meant
      - sleep: 0.4
      - usage: { tokens: 400000, usd: 1.46 }
      - result: { status: blocked, blocked_reason: ambiguous_spec, uncertain_about: "Are prices shown with or without tax? The plan says show prices everywhere and not which. The old pages show them without tax; docs/pricing.md says a shop in the EU has to include it.", options: [With tax, Without tax], attempted: "read docs/pricing.md and the old pages" }
    - [sleep: 0.2, usage: { tokens: 10000, usd: 0.05 }, write: { path: prices.js, text: "export const tax = true;\\n" }, result: {}]
  refunds:
    - - say: ${JSON.stringify(HOSTILE)}
      - say: ${JSON.stringify(HUGE)}
      - usage: { tokens: 210000, usd: 0.67 }
      - tool: { name: Bash, input: { command: "npm test -- refunds" }, output: "<b>bold</b> & \\u001b[32mgreen" }
      - ${WORKS}
      - result: {}
  order-export:
    - [usage: { tokens: 150000, usd: 0.55 }, tool: { name: Edit, input: { file_path: src/export/csv.ts }, output: ok }, ${WORKS}, result: {}]
  docs-shop:
    - [usage: { tokens: 50000, usd: 0.16 }, say: writing the handbook, ${WORKS}, result: {}]
  order-mail:
    - [usage: { tokens: 120000, usd: 0.37 }, sleep: 0.3, crash]
  load-test:
    - [usage: { tokens: 70000, usd: 0.23 }, sleep: 0.2, fail: { message: "You have hit your usage limit. Try again in 3 hours.", class: rate_limit, restart: transient }]
    - [usage: { tokens: 90000, usd: 0.3 }, say: warming up, ${WORKS}, result: {}]
  audit-log:
    - [usage: { tokens: 60000, usd: 0.2 }, sleep: 0.3, fail: ${MISSING}]
  stock-sync:
    - [usage: { tokens: 50000, usd: 0.1 }, sleep: 0.5, fail: ${MISSING}]
  search-index:
    - [usage: { tokens: 50000, usd: 0.1 }, sleep: 0.7, fail: ${MISSING}]
  fix-1:
    - [usage: { tokens: 100000, usd: 0.43 }, sleep: 0.3, fail: { message: "price-rules is in a private package, and this machine may not read it", class: permission, restart: terminal }]
default: [sleep: 0.3, usage: { tokens: 20000, usd: 0.1 }, say: done, result: { nothing_to_do: "it was there already" }]
`;

/** A document that people and Reeve write together. */
export const EPIC = `---
id: prices
title: Prices from one service
status: ready
project: .
worker: claude
---
# Prices from one service

What we want: one place that knows every price. <script>document.title = "owned"</script>

- prices in cents, \`never\` as floats
  - also in tests
- [x] asked the accountants

## Supervisor State

- Phase: dispatch
- Last checkpoint: none

### Work Items

| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |
|---|---|---|---|---|---|---|---|
| 1 | prices-1 | The price \\| tax service | done | claude |  |  | kind=code |
| 2 | prices-2 | The cart <img src=x onerror=alert(1)> | queued | codex |  |  | kind=code; deps=prices-1 |

## Notes

These are ours, and nobody else writes here.

## Pattern Memory

| Tick | Decision | Class | Notes |
|---|---|---|---|

## Supervisor Log

- 2026-11-16T22:40:00Z dispatched prices-1 to claude
`;
