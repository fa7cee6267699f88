/** How linkers, package managers and those who check settings state what is missing or wrong. Data only. */
import type { Shape } from "./shape.ts";

export const STATED_SHAPES: readonly Shape[] = [
  // What a linker or an interpreter could not find.
  {
    kind: "module",
    has: "library not found|framework",
    find: /library not found for -l(?<s>[\w+.-]+)|framework (?:not found )?['"‘]?(?<t>[A-Z]\w+)['"’]?(?: not found| for architecture|$)/g,
    weight: 3,
  },
  { kind: "symbol", has: "referenced from", find: /^["“](?<s>_?\w[\w:<>~]*)["”], referenced from/g, weight: 3 },
  {
    kind: "module",
    has: "is not a member of package",
    find: /object (?<n>\w+) is not a member of package (?<m>[\w.]+)/g,
    weight: 3,
  },
  {
    kind: "module",
    has: "is not loaded|was not found or had|stylesheet|cannot open file|required a bean",
    find: /module (?<s>[A-Z][\w.]+) is not loaded|import ["'](?<t>[^"'\n]+)["'] was not found|cannot open file: (?<u>\w+)$|bean of type ['"](?<v>[\w.$]+)['"] that could not/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "implicit declaration|no field or method",
    find: /implicit declaration of function ['"‘](?<s>\w+)/g,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "no field or method",
    find: /\btype \*?(?<m>[\w.]+) has no field or method (?<n>\w+)/g,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "is undefined or private",
    find: /function (?<s>[\w.]+)\/\d+ is undefined or private/g,
    weight: 3,
  },
  { kind: "program", has: "terminated program", find: /terminated program (?<s>[\w+.-]+)/g, weight: 3 },
  // Packages, as those who resolve them list them.
  {
    kind: "package",
    has: "provides|requires|locked to|depends on|hex package|rejecting|unable to resolve|manifest for",
    find: /nothing provides (?:requested )?(?<s>[\w.-]+)|requires (?<t>[a-z][\w.-]*\/[\w.-]+) |locked to (?<u>[\w-]+) \(|depends on (?<v>[a-z][\w.+-]+) \(|^\* (?<w>[\w-]+) \(Hex package\)|rejecting: (?<x>[a-z][\w-]*?)-\d|unable to resolve '(?<y>[\w.-]+) \(|manifest for (?<z>[\w./-]+):\S+ not found/gi,
    weight: 3,
  },
  { kind: "package", has: "- ", find: /^- (?<s>[a-z][\w.-]+)(?:[=<>~!]=?|\[)[\d*]/g, weight: 3 },
  // Settings.
  {
    kind: "setting",
    has: "param|directive|duplicate key|undefined volume|placeholder",
    find: /["']param["']: ?["'](?<s>[A-Za-z][\w.[\]-]*)["']|unknown directive ["'](?<t>\w+)|duplicate key ["'`](?<u>[\w.-]+)|undefined volume (?<v>[\w-]+)|resolve placeholder ['"](?<w>[\w.-]+)/gi,
    weight: 3,
  },
  {
    kind: "variable",
    has: "value not found",
    find: /value not found: (?<s>[A-Z][A-Z0-9]*_[A-Z0-9_]+)/g,
    weight: 3,
  },
  {
    kind: "model",
    has: "model=|valid model id|use this model",
    find: /\bmodel=(?<s>[A-Za-z][\w./:-]*\w)|(?<t>[\w.-]+\/[\w.:-]+) is not a valid model|use this model: (?<u>[\w./:-]*\w)/g,
    weight: 2,
  },
  { kind: "tool", has: "for tool ", find: /for tool (?<s>[a-z]\w+)/g, weight: 3 },
  // Files.
  {
    kind: "file",
    has: "failed to open stream|could not locate",
    find: /(?:require|include)(?:_once)?\((?<s>[^)\n]+)\): failed to open|could not locate (?<t>[A-Z]\w*file)\b/gi,
    weight: 3,
  },
];
