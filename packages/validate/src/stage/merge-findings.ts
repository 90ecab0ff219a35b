/** Findings of prims that share them, or have them at the same place of a layer, as one. */
import type { PathId, Stage } from "@usdkit/usd";
import { involvedPlaces } from "./involved-layers.ts";
import type { StageFinding } from "./place-finding.ts";

/** Paths that one finding lists; of a stage with more prims the others are counted. */
const MAX_LISTED = 100_000;

interface MergedFinding {
  finding: StageFinding;
  count: number;
  readonly prims: PathId[];
}

/** Returns a finding with the checks of other validators that report it for either of two prims. */
function withChecksOf(finding: StageFinding, { sameAs }: StageFinding): StageFinding {
  const known = finding.sameAs;
  if (known === undefined || sameAs?.every((check) => known.includes(check)) === true) return finding;
  return { ...finding, sameAs: sameAs === undefined ? undefined : [...new Set([...known, ...sameAs])] };
}

/** Merges findings with the same layer, place and message. */
export class MergedFindings {
  private readonly stage: Stage;
  private readonly listsPrims: boolean;
  private readonly found: Map<string, MergedFinding> = new Map();

  /** @param listsPrims whether each finding has the paths of all its prims, and the places of all layers that it involves */
  constructor(stage: Stage, listsPrims: boolean) {
    this.stage = stage;
    this.listsPrims = listsPrims;
  }

  /** Adds a finding, and the prims that have it. */
  add(finding: StageFinding, prims: readonly PathId[]): void {
    const known = this.count(finding, Math.max(1, prims.length));
    if (!this.listsPrims) return;
    for (const prim of prims) {
      if (known.prims.length >= MAX_LISTED) break;
      known.prims.push(prim);
    }
  }

  /** Adds a finding that a number of prims have. */
  count(finding: StageFinding, prims: number): MergedFinding {
    const { rule, layer, offset } = finding;
    const { range, primPath, property, message } = finding.finding;
    // Specs of a crate with the same fields have the same byte.
    const place = (offset === undefined ? range?.start : undefined) ?? `${primPath}.${property}`;
    const key = `${rule}\0${layer}\0${place}\0${message}`;
    let known = this.found.get(key);
    if (known === undefined) this.found.set(key, (known = { finding, count: 0, prims: [] }));
    else if (known.finding.sameAs !== undefined) known.finding = withChecksOf(known.finding, finding);
    known.count += prims;
    return known;
  }

  /** Returns each finding once. */
  merged(): readonly StageFinding[] {
    const { paths } = this.stage;
    const texts = new Map<PathId, string>();
    const textOf = (id: PathId): string => {
      let text = texts.get(id);
      if (text === undefined) texts.set(id, (text = paths.text(id)));
      return text;
    };
    return Array.from(this.found.values(), ({ finding, count, prims }) => {
      if (!this.listsPrims) return { ...finding, count };
      const involved = involvedPlaces(this.stage, finding);
      return {
        ...finding,
        count,
        prims: prims.length === 0 ? [finding.prim] : [...new Set(prims.map(textOf))],
        ...(involved.length > 0 && { related: [...(finding.related ?? []), ...involved] }),
      };
    });
  }
}
