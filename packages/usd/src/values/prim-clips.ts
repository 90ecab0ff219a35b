/** The sets of value clips that apply to prims. */
import { clipSetsOf } from "../clips/clip-sets.ts";
import type { ClipContext, ClipSet } from "../clips/clip-set.ts";
import type { ComposedStage } from "../index/composed-stage.ts";
import { isInstance, type PrimIndex, type SharingPlace } from "../index/prim-index.ts";
import { specSites } from "../metadata/prim-opinions.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";

/** The sets of clips of a prim, strongest first, and how their layers are opened. */
export interface PrimClips {
  readonly sets: readonly ClipSet[];
  readonly context: ClipContext;
}

interface KnownSets {
  readonly sets: readonly ClipSet[];
  /** Whether they do not apply below the prim, as those of an instance. */
  readonly isInstance: boolean;
}

const noSets: KnownSets = { sets: [], isInstance: false };

/** Finds the sets of clips of the prims of a stage. */
export class StageClips {
  private readonly stage: ComposedStage;
  private readonly context: ClipContext;
  private readonly none: PrimClips;
  /** By prim: its sets of clips and those of the prims above it. */
  private readonly known: Map<PathId, KnownSets> = new Map();

  constructor(stage: ComposedStage) {
    this.stage = stage;
    this.context = { paths: stage.paths, open: (assetPath, from) => stage.findLayer(assetPath, from) };
    this.none = { sets: noSets.sets, context: this.context };
  }

  /** Returns the sets of a prim, and after them those of the prims above it, up to an instance. */
  of({ path, shared, sharedBelow }: PrimIndex): PrimClips {
    if (shared !== undefined && sharedBelow !== undefined && !shared.composed.mayHaveClips) {
      return this.below(sharedBelow);
    }
    const { sets } = this.setsOn(path);
    return sets.length === 0 ? this.none : { sets, context: this.context };
  }

  /** Returns the sets of the prims below one that author none: most prims have what is above them. */
  below({ path }: SharingPlace): PrimClips {
    const { sets, isInstance: isCut } = this.setsOn(path);
    return sets.length === 0 || isCut ? this.none : { sets, context: this.context };
  }

  private setsOn(prim: PathId): KnownSets {
    const { stage, known } = this;
    const found = known.get(prim);
    if (found !== undefined) return found;
    let above = noSets;
    for (const path of stage.paths.ancestors(prim)) {
      let own = known.get(path);
      if (own === undefined) {
        const index = path === ROOT_PATH ? undefined : stage.index(path);
        const authored = index === undefined ? [] : this.authored(index);
        const inherited = above.isInstance ? [] : above.sets;
        const sets = authored.length === 0 ? inherited : [...authored, ...inherited];
        own = { sets, isInstance: index !== undefined && isInstance(index) };
        known.set(path, own);
      }
      above = own;
    }
    return above;
  }

  private authored(index: PrimIndex): readonly ClipSet[] {
    const { graph } = index;
    let mayHaveClips = false;
    for (let node = 0; node < graph.size; node++) mayHaveClips ||= graph.hasClips(node);
    if (!mayHaveClips) return [];
    const specs = specSites(index);
    return specs.some(({ owner }) => owner.fields.has("clips")) ? clipSetsOf(graph, specs, this.context) : [];
  }
}
