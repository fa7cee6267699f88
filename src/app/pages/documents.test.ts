/** Documents that people and Reeve write together, as the page shows them: an epic, and one that is broken. */
import { expect, it } from "vitest";
import { aProject } from "../../../test/app-lab.ts";
import { readDocuments } from "./documents.ts";

const EPIC = `---
id: guests
title: "Guests can cancel"
status: queued
worker: claude
nested: { a: 1 }
---
Ours.

## Supervisor State

- Phase: dispatch

### Work Items

| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |
|---|---|---|---|---|---|---|---|

## Notes

### Work Items of ours
`;

it("marks what is Reeve's in an epic, with all below it, and tells what its front matter says", async () => {
  const [epic] = await readDocuments(aProject({ "epics/guests.md": EPIC }));
  expect(epic).toMatchObject({ kind: "epic", file: "epics/guests.md", title: "Guests can cancel" });
  expect(epic?.facts).toEqual([
    { name: "status", value: "queued" },
    { name: "worker", value: "claude" },
  ]);
  expect(epic?.sections.map(({ heading, owned }) => [heading, owned])).toEqual([
    ["", false],
    ["Supervisor State", true],
    ["Work Items", true],
    ["Notes", false],
    ["Work Items of ours", false],
  ]);
});

it("shows an epic whose front matter is broken as it stands", async () => {
  const [epic] = await readDocuments(aProject({ "epics/guests.md": "---\nid: [\n---\n# Goal\n\nText.\n" }));
  expect(epic?.facts).toEqual([]);
  expect(epic?.sections.map(({ heading }) => heading)).toContain("Goal");
});

it("has none where there are none", async () => {
  expect(await readDocuments(aProject())).toEqual([]);
});
