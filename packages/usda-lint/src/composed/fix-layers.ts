/** Applies the fixes of composed findings to the files of a run. A module of its own: a run that fixes nothing does not load it. */
import { applyEdits } from "@usdkit/usda";
import { isBinaryLayer, openLayer } from "@usdkit/usd";
import { chooseFixes, withoutKnown } from "@usdkit/validate";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { absolutePath } from "@usdkit/command/files/input";
import type { FixLevel } from "../check/checked.ts";
import type { Preparer } from "../check/prepare.ts";
import type { Entry } from "../files/entries.ts";
import type { LayerReports } from "./layer-reports.ts";

type FileEntry = Extract<Entry, { kind: "file" }>;

/** A text with fixes. */
export interface FixedLayer {
  /** Before all fixes. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Number of fixes. */
  readonly applied: number;
}

export interface FixLayersOptions {
  readonly cwd: string;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  readonly fix: FixLevel;
  /** Whether findings of the baseline are fixed as well. */
  readonly fixesKnown: boolean;
}

/**
 * Applies one pass of fixes of composed findings to the texts of a run; nothing is written. Other layers of stages are left as they are.
 *
 * @param fixed by absolute path, what earlier passes fixed; it is added to
 * @returns the entries, those with fixes with their new text; undefined if there was nothing to fix
 */
export async function fixLayers(
  entries: readonly Entry[],
  found: LayerReports,
  { cwd, configs, preparer, fix, fixesKnown }: FixLayersOptions,
  fixed: Map<string, FixedLayer>,
): Promise<readonly Entry[] | undefined> {
  const next: Entry[] = [];
  let count = 0;
  for (const entry of entries) {
    next.push(entry);
    if (entry.kind !== "file" || entry.input.inner !== undefined) continue;
    const file = absolutePath(entry.input, cwd);
    if (!found.has(file)) continue;
    const { settings, ignored } = await configs.find(file);
    if (ignored) continue;
    const source = await entry.read();
    if (isBinaryLayer(source)) continue;
    const prepared = preparer.prepare(settings);
    const known = fixesKnown ? undefined : prepared.baseline?.entriesOf(file);
    const findings = withoutKnown(found.findings(file, source, prepared.options()), known);
    const chosen = chooseFixes(findings, fix === "unsafe");
    if (chosen.count === 0) continue;
    const after = applyEdits(source, chosen.edits);
    // A fix that breaks the text is a bug in its rule: the text stays.
    if (!openLayer(after).ok) continue;
    const { before = source, applied = 0 } = fixed.get(file) ?? {};
    fixed.set(file, { before, after, applied: applied + chosen.count });
    next[next.length - 1] = withText(entry, after);
    count++;
  }
  return count === 0 ? undefined : next;
}

function withText(entry: FileEntry, text: Uint8Array): FileEntry {
  return { ...entry, read: () => text, isFile: false };
}
