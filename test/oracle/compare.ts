// Our parser against the reference, on one text.

import { dumpLayer } from "@usdkit/layer";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import type { Reference, ReferenceVerdict } from "./reference.ts";

export type DifferenceKind = "thrown" | "we accept" | "we reject" | "content";

export interface Difference {
  readonly kind: DifferenceKind;
  /** Identifies the difference, so that each is shown once. */
  readonly signature: string;
  readonly detail: string;
}

type OurVerdict =
  | { readonly kind: "accepted"; readonly dump: string }
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "thrown"; readonly error: string };

function readOurs(bytes: Uint8Array): OurVerdict {
  try {
    const { layer, diagnostics, ok } = parseUsda(bytes);
    if (ok) return { kind: "accepted", dump: dumpLayer(layer) };
    const [first] = diagnostics;
    const place = first === undefined ? "" : `${first.line}:${first.column} ${first.code} ${first.message}`;
    return { kind: "refused", error: place };
  } catch (error) {
    return { kind: "thrown", error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** The difference between the two on `bytes`; undefined if there is none or the reference has no result. */
export async function compare(reference: Reference, bytes: Uint8Array): Promise<Difference | undefined> {
  const ours = readOurs(bytes);
  if (ours.kind === "thrown") {
    return { kind: "thrown", signature: ours.error.split("\n").slice(0, 2).join(" "), detail: ours.error };
  }
  return difference(ours, await reference.read(bytes));
}

function difference(ours: OurVerdict, theirs: ReferenceVerdict): Difference | undefined {
  if (theirs.kind === "none") return undefined;
  if (theirs.kind === "refused") {
    if (ours.kind !== "accepted") return undefined;
    const error = theirs.error.replaceAll(/\s+/g, " ");
    return {
      kind: "we accept",
      signature: withoutPlaces(error),
      detail: `the reference reports: ${error.slice(0, 300)}`,
    };
  }
  if (ours.kind !== "accepted") {
    return {
      kind: "we reject",
      signature: withoutPlaces(ours.error),
      detail: `we report: ${ours.error.slice(0, 300)}`,
    };
  }
  // The type of a dictionary entry is not always available from Python.
  if (ours.dump === theirs.dump || theirs.dump.includes('"untyped":')) return undefined;
  const at = firstDifference(ours.dump, theirs.dump);
  const start = Math.max(0, at - 120);
  return {
    kind: "content",
    signature: fieldAt(theirs.dump, at),
    detail: `we have:       …${ours.dump.slice(start, at + 160)}\n   it has:        …${theirs.dump.slice(start, at + 160)}`,
  };
}

/** Returns the name of the field at a path of a dump. */
function fieldAt(dump: string, at: number): string {
  const names = dump.slice(Math.max(0, at - 2000), at).match(/"\w+":/g) ?? [];
  return names.filter((name) => !DUMP_WORDS.has(name)).at(-1) ?? "";
}

const DUMP_WORDS: ReadonlySet<string> = new Set([
  '"t":',
  '"v":',
  '"array":',
  '"n":',
  '"shape":',
  '"sha256":',
  '"first8":',
]);

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}

/** Returns a message without its variable parts: numbers, quotations, paths. */
function withoutPlaces(message: string): string {
  return message
    .replaceAll(/ at '.*$/g, "")
    .replaceAll(/'[^']*'|"[^"]*"|<[^>]*>/g, "…")
    .replaceAll(/\d+/g, "0")
    .slice(0, 120);
}
