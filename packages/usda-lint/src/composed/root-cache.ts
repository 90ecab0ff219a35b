/** Composed findings of earlier runs: valid while every file that the stage asked for is as it was. */
import { path } from "@usdkit/command/process/builtins";
import { settledStamp } from "@usdkit/batch/store/stat-index";
import type { LintCache } from "../check/lint-cache.ts";
import type { StageStamps } from "../files/stage-stamps.ts";
import type { CompositionSettings } from "./check-root.ts";
import type { ComposedRoot, RootTask } from "./root-outcome.ts";
import type { SharedFiles, Trace } from "./shared-files.ts";

/** What is kept of a root, as JSON: its findings last, which are a text of JSON already. */
type Kept = Omit<ComposedRoot, "findings" | "stamps">;

/** What the findings of a root depend on, besides files; its profile follows from its text and its configuration. */
export interface RootKey extends RootTask {
  readonly settings: CompositionSettings;
}

/** Returns what an earlier run found on a stage; undefined if a file of it has changed, was added or removed. */
export async function cachedRoot(
  cache: LintCache | undefined,
  key: RootKey,
  files: SharedFiles,
): Promise<ComposedRoot | undefined> {
  const place = keyOf(key);
  await cache?.openFolder(place.folder);
  const text = await cache?.text(place);
  if (text === undefined) return undefined;
  const { findings, ...kept } = JSON.parse(text) as Kept & { readonly findings: unknown };
  const { read, looked } = kept;
  const stamps: [string, string | null | undefined][] = [];
  for (const [file, known] of read) {
    const content = files.isReplaced(file) ? undefined : await cache?.contentOf(file);
    const bytes = content === undefined ? files.read(file) : undefined;
    if ((content?.hash ?? hashOf(bytes)) !== known) return undefined;
    stamps.push([file, content?.stamp ?? stampOf(bytes, files)]);
  }
  if (!looked.every(([file, exists]) => files.exists(file) === exists)) return undefined;
  return { ...kept, findings: JSON.stringify(findings), stamps: stampsOf(stamps, looked, files) };
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
export function keepRoot(cache: LintCache | undefined, key: RootKey, composed: ComposedRoot): void {
  if (cache === undefined) return;
  const { findings, stamps: _, ...kept } = composed;
  const head = JSON.stringify(kept satisfies Kept);
  cache.keepText(keyOf(key), `${head.slice(0, -1)},"findings":${findings}}`);
}

function keyOf({ file, options, settings }: RootKey): { folder: string; key: string } {
  const key = JSON.stringify(["composed", file, options, { ...settings, session: settings.session ?? null }]);
  return { folder: path.dirname(file), key };
}

/** By bytes: files that many stages use are hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

/** Returns the SHA-256 of the bytes of a file; null if there is none. */
export function hashOf(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined) return null;
  let known = hashes.get(bytes);
  if (known === undefined) hashes.set(bytes, (known = hash(bytes)));
  return known;
}

function hash(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content);
}
