// Campaign: 10,000 edits of the layers and settings of random stages, each compared with a stage that is opened then

import { memoryResolver, Stage, type StageChanges, type StageUpdate } from "@usdkit/usd";
import { describe, expect, inject, test } from "vitest";
import { Random } from "../bench/generate/random.ts";
import { randomEdit, type EditKind, type Files } from "./random-edits.ts";
import { randomStage } from "./random-stage.ts";
import { snapshotOf, wholeOf, type StageSnapshot } from "./stage-snapshot.ts";

const MAX_NODES = 400;
const EDITS = 20;
const STAGES = inject("deep") ? 950 : 4;

type Settings = Omit<StageUpdate, "layers">;

const bytesOf = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : new TextEncoder().encode(text);

async function open(files: Files, settings: Settings): Promise<Stage> {
  const known = [...files].flatMap(([name, text]) =>
    text === undefined ? [] : [[name, bytesOf(text) ?? new Uint8Array()] as const],
  );
  return Stage.open("root.usda", { resolver: memoryResolver(new Map(known)), ...settings });
}

function randomSettings(random: Random): Settings {
  const paths = ["/A", "/B", "/C", "/A/B", "/B/C"] as const;
  const path = random.pick(paths);
  const kind = random.below(4);
  if (kind === 0) return { load: random.pick<Settings["load"]>(["all", "none", (prim) => prim.startsWith(path)]) };
  if (kind === 1) return { mask: random.pick([["/"], [path], ["/A", "/B"]]) };
  if (kind === 2) return { variants: { [path]: { v: random.pick(["x", "y"]) } } };
  return { variantFallbacks: { [random.pick(["v", "w"])]: ["y"] } };
}

/** Returns the paths that differ and that the changes do not have. */
function unreported(
  before: StageSnapshot,
  after: StageSnapshot,
  { resynced, changed }: StageChanges,
): readonly string[] {
  const isResynced = (path: string): boolean =>
    resynced.some(
      (each) => each === "/" || path === each || path.startsWith(`${each}/`) || path.startsWith(`${each}.`),
    );
  const known = new Set(changed);
  const isReported = (path: string): boolean =>
    known.has(path) || isResynced(path) || resynced.some((each) => each.slice(0, each.lastIndexOf("/")) === path);
  const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): readonly string[] =>
    [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));
  return [...differing(before.prims, after.prims), ...differing(before.properties, after.properties)].filter(
    (path) => !isReported(path),
  );
}

/** Returns up to three differences between two stages, cut short: of a wrong arc there are hundreds. */
function differences(found: StageSnapshot | undefined, expected: StageSnapshot): readonly string[] {
  if (found === undefined) return ["more prims"];
  const lines: string[] = [];
  for (const part of ["prims", "properties"] as const) {
    for (const path of new Set([...found[part].keys(), ...expected[part].keys()])) {
      const [a, b] = [found[part].get(path), expected[part].get(path)];
      if (a === b) continue;
      let at = 0;
      while (at < (a?.length ?? 0) && a?.[at] === b?.[at]) at++;
      const [left, right] = [a, b].map((text) => text?.slice(Math.max(0, at - 60), at + 200) ?? "nothing");
      lines.push(`${path}: ${left} instead of ${right}`);
    }
  }
  const [errors, expectedErrors] = [[...found.errors].sort(), [...expected.errors].sort()];
  for (const [i, each] of errors.entries()) if (each !== expectedErrors[i]) lines.push(each);
  if (errors.length !== expectedErrors.length)
    lines.push(`${errors.length} errors instead of ${expectedErrors.length}`);
  return lines.slice(0, 3);
}

/** Counts of prim indices, by kind of edit. */
const counts = new Map<EditKind | "settings", { edits: number; dropped: number; kept: number }>();

function count(kind: EditKind | "settings", { dropped, kept }: StageChanges): void {
  const known = counts.get(kind) ?? { edits: 0, dropped: 0, kept: 0 };
  counts.set(kind, { edits: known.edits + 1, dropped: known.dropped + dropped, kept: known.kept + kept });
}

describe("a stage that follows edits of its layers is as one that is opened then", () => {
  test.each(Array.from({ length: STAGES }, (_, i) => i + 1))("seed %i", async (seed) => {
    const random = new Random(seed + 1_000_000);
    const files = new Map<string, string | undefined>(randomStage(seed));
    let settings: Settings = {};
    const stage = await open(files, settings);
    let before = snapshotOf(stage, MAX_NODES);
    for (let i = 0; i < EDITS && before !== undefined; i++) {
      let changes: StageChanges;
      let label = "settings";
      if (random.chance(10)) {
        const changed = randomSettings(random);
        settings = { ...settings, ...changed };
        changes = await stage.update(changed);
        count("settings", changes);
        label = JSON.stringify(changed, (_, each: unknown) => (typeof each === "function" ? String(each) : each));
      } else {
        const edit = randomEdit(random, files, seed * EDITS + i);
        if (edit === undefined) continue;
        files.set(edit.file, edit.text);
        changes = await stage.update({ layers: new Map([[edit.file, bytesOf(edit.text)]]) });
        count(edit.kind, changes);
        label = `${edit.kind} of ${edit.file}`;
        if (edit.kind === "value" || edit.kind === "layout")
          expect({ label, dropped: changes.dropped }).toEqual({ label, dropped: 0 });
      }
      label = `edit ${i}: ${label}`;
      const fresh = await open(files, settings);
      const expected = snapshotOf(fresh, MAX_NODES);
      // Stages whose prims lead to themselves have thousands of prims and nodes.
      if (expected === undefined) return;
      const after = snapshotOf(stage, MAX_NODES);
      const missed = after === undefined ? [] : unreported(before, after, changes);
      const found = { label, differing: differences(after, expected), missed, whole: wholeOf(stage) };
      expect(found).toEqual({ label, differing: [], missed: [], whole: wholeOf(fresh) });
      before = after;
    }
  });

  test("and keeps what the edits do not concern", () => {
    const of = (kind: EditKind): { edits: number; dropped: number; kept: number } =>
      counts.get(kind) ?? { edits: 0, dropped: 0, kept: 0 };
    expect(of("value").edits).toBeGreaterThan(0);
    expect(of("value").dropped).toBe(0);
    expect(of("value").kept).toBeGreaterThan(0);
    const all = [...counts.values()];
    const kept = all.reduce((sum, each) => sum + each.kept, 0);
    expect(kept).toBeGreaterThan(all.reduce((sum, each) => sum + each.dropped, 0));
    if (inject("deep"))
      console.log(
        all.reduce((sum, each) => sum + each.edits, 0),
        Object.fromEntries(counts),
      );
  });
});
