/** Composed findings of earlier runs: valid while every file that the stage asked for is as it was. */
import { path } from "@usdkit/command/process/builtins";
import { settledStamp } from "@usdkit/batch/store/stat-index";
import type { LintCache } from "../check/lint-cache.ts";
import type { StageStamps } from "../files/stage-stamps.ts";
import type { CheckedRoot, CompositionSettings, RootToCheck } from "./check-root.ts";
import type { SharedFiles, Trace } from "./shared-files.ts";
import { findingOfPlain, plainFinding, type PlainFinding } from "./stage-spool.ts";

interface Kept {
  /** Files with the hash of their bytes; null if there was none. */
  readonly read: readonly (readonly [file: string, hash: string | null])[];
  readonly looked: readonly (readonly [file: string, exists: boolean])[];
  readonly checked: Omit<CheckedRoot, "findings"> & { readonly findings: readonly PlainFinding[] };
}

/** Findings that are still valid, and the files that they depend on. */
export interface KnownRoot {
  readonly checked: CheckedRoot;
  readonly touched: readonly string[];
  readonly stamps: StageStamps | undefined;
}

/** What the findings of a root depend on, besides files. */
export interface RootKey extends RootToCheck {
  readonly settings: CompositionSettings;
}

/** Returns what an earlier run found on a stage; undefined if a file of it has changed, was added or removed. */
export async function cachedRoot(
  cache: LintCache | undefined,
  key: RootKey,
  files: SharedFiles,
): Promise<KnownRoot | undefined> {
  const place = keyOf(key);
  await cache?.openFolder(place.folder);
  const text = await cache?.text(place);
  if (text === undefined) return undefined;
  const { read, looked, checked } = JSON.parse(text) as Kept;
  const stamps: [string, string | null | undefined][] = [];
  for (const [file, known] of read) {
    const content = files.isReplaced(file) ? undefined : await cache?.contentOf(file);
    const bytes = content === undefined ? files.read(file) : undefined;
    if ((content?.hash ?? hashOf(bytes)) !== known) return undefined;
    stamps.push([file, content?.stamp ?? stampOf(bytes, files)]);
  }
  if (!looked.every(([file, exists]) => files.exists(file) === exists)) return undefined;
  const findings = checked.findings.map(findingOfPlain);
  return {
    checked: { ...checked, findings },
    touched: [...read, ...looked].map(([file]) => file),
    stamps: stampsOf(stamps, looked, files),
  };
}

/** Returns the stamps of what a stage has asked for; undefined if one of them may not show the next change. */
export function stampsOfTrace({ read, looked }: Trace, files: SharedFiles): StageStamps | undefined {
  const stamps = Array.from(read, ([file, bytes]) => [file, stampOf(bytes, files)] as const);
  return stampsOf(stamps, [...looked], files);
}

function stampsOf(
  read: readonly (readonly [file: string, stamp: string | null | undefined])[],
  looked: StageStamps["looked"],
  files: SharedFiles,
): StageStamps | undefined {
  if (looked.some(([file]) => files.isReplaced(file))) return undefined;
  const stamps: [string, string | null][] = [];
  for (const [file, stamp] of read) {
    if (stamp === undefined) return undefined;
    stamps.push([file, stamp]);
  }
  return { read: stamps, looked };
}

/** Null: there is no file. */
function stampOf(bytes: Uint8Array | undefined, files: SharedFiles): string | null | undefined {
  if (bytes === undefined) return null;
  const stats = files.statsOf(bytes);
  return stats && settledStamp(stats);
}

/** Keeps what was found on a stage. */
export function keepRoot(
  cache: LintCache | undefined,
  key: RootKey,
  { trace, checked }: { readonly trace: Trace; readonly checked: CheckedRoot },
): void {
  if (cache === undefined) return;
  const read = Array.from(trace.read, ([file, bytes]) => [file, hashOf(bytes)] as const);
  const findings = checked.findings.map(plainFinding);
  const kept: Kept = { read, looked: [...trace.looked], checked: { ...checked, findings } };
  cache.keepText(keyOf(key), JSON.stringify(kept));
}

function keyOf({ root, profile, options, settings }: RootKey): { folder: string; key: string } {
  const key = JSON.stringify(["composed", root, profile, options, { ...settings, session: settings.session ?? null }]);
  return { folder: path.dirname(root), key };
}

/** By bytes: files that many stages use are hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

function hashOf(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined) return null;
  let known = hashes.get(bytes);
  if (known === undefined) hashes.set(bytes, (known = hash(bytes)));
  return known;
}

function hash(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content);
}
