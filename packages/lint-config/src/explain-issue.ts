/** Messages for issues of a configuration: key path, expected and actual value. */
import type * as z from "zod";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import type { KeyPath } from "./json-place.ts";

const TOP = ["extends", "profile", "base", "maxResolution", "assets", "baseline", "ignore", "rules", "customRules"];
const KEYS = { top: [...TOP, "overrides", "$schema"], override: [...TOP, "files", "prims"] };

export interface Problem {
  readonly path: KeyPath;
  readonly message: string;
}

export function explainIssue(issue: z.core.$ZodIssue, config: unknown): Problem[] {
  const path = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  if (issue.code === "unrecognized_keys") {
    const known = path.length === 0 ? KEYS.top : KEYS.override;
    return issue.keys.map((key) => {
      const place = [...path, key];
      return { path: place, message: `${showPath(place)}: unknown key.${didYouMean(key, known)}` };
    });
  }
  const found = valueAt(config, path);
  const place = path.length === 0 ? "" : `${showPath(path)}: `;
  return [{ path, message: `${place}expected ${issue.message}, found ${describe(found)}` }];
}

/** `overrides[0].rules["a-b"]`. */
export function showPath(path: KeyPath): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[\w$]+$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

function valueAt(value: unknown, path: KeyPath): unknown {
  let at = value;
  for (const key of path) at = (at as Record<string | number, unknown> | null | undefined)?.[key];
  return at;
}

function describe(value: unknown): string {
  if (typeof value === "string") return shorten(JSON.stringify(value));
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
