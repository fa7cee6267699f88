/** The demo's project: a plan for a small shop, agents that follow a script, and the mishaps they have. Data only. */

export const REEVE_YAML = `agents:
  scripted:
    adapter: scripted
    script: agents.yaml
    limits: { minutes: 5 }
max_parallel: 6
policies:
  worker: { restarts: 3, within_s: 300, backoff: { kind: exponential, base_s: 1, cap_s: 10, jitter: 0 }, grace_s: 3 }
`;

export const PLAN_YAML = `title: A small shop
gangs:
  database: { strategy: rest_for_one }
tasks:
  - id: design
    prompt: Decide how the parts talk to each other.

  - { id: api,  depends_on: [design], files: [api.js],  prompt: Write the API. }
  - { id: page, depends_on: [design], files: [page.js], prompt: Write the page. }
  - { id: docs, depends_on: [design], files: [docs.md], prompt: Write the docs. }

  - { id: schema, gang: database, depends_on: [design], prompt: Write the schema. }
  - { id: seed,   gang: database, depends_on: [design], prompt: Fill the schema with examples. }
  - { id: report, gang: database, depends_on: [design], prompt: Report on the examples. }

  - { id: prices, depends_on: [page], prompt: Show prices on the page. }
  - { id: ship,   depends_on: [api, page, docs, schema, seed, report, prices], prompt: Write the release notes. }
`;

export const AGENTS_YAML = `tasks:
  design:
    - - say: reading the wish list
      - usage: { tokens: 1200, usd: 0.02 }
      - result: { decisions: ["all money is in cents"] }
  api:                                   # crashes once, in the middle of its work
    - - write: { path: api.js, text: "// half an API\\n" }
      - sleep: 0.6
      - crash
    - - say: half of it is there already, going on
      - sleep: 1
      - write: { path: api.js, text: "export const api = () => 'all of it';\\n" }
      - usage: { tokens: 5400, usd: 0.09 }
      - result: { files_created: [api.js] }
  page:
    - - say: drawing
      - sleep: 5
      - write: { path: page.js, text: "export const page = () => '<h1>shop</h1>';\\n" }
      - usage: { tokens: 3100, usd: 0.05 }
      - result: { files_created: [page.js] }
  docs:                                  # answers in the wrong form once
    - - sleep: 0.4
      - result: "I wrote the docs, they are great!"
    - - write: { path: docs.md, text: "# Shop\\n" }
      - result: { files_created: [docs.md] }
  schema:                                # falls, and takes with it those who were started after it
    - [sleep: 1, crash]
    - [sleep: 0.5, write: { path: schema.sql, text: "create table item (id integer primary key);\\n" }, result: {}]
  seed:
    - [say: filling an empty schema, hang]
    - [sleep: 1, result: {}]
  report:
    - [say: waiting for numbers, hang]
    - [sleep: 1, result: {}]
  prices:                                # does not guess
    - - sleep: 0.3
      - result: { status: blocked, blocked_reason: ambiguous_spec, uncertain_about: "Are prices shown with or without tax?", options: [with tax, without tax], attempted: "read the wish list" }
    - [sleep: 0.5, write: { path: prices.js, text: "export const tax = 'included';\\n" }, result: {}]
  ship:
    - [say: everything is there, write: { path: NOTES.md, text: "# 1.0\\n" }, usage: { tokens: 900, usd: 0.01 }, result: {}]
`;
