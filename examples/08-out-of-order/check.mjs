// Every module of the house can be loaded.
import { readdirSync } from "node:fs";

for (const file of readdirSync(new URL("src/", import.meta.url)))
  if (file.endsWith(".mjs")) await import(new URL(`src/${file}`, import.meta.url));
