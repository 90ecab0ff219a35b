/** Materials of prims that have the same opinions: those of each placement of an asset. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceMaterial } from "../model/surface-material.ts";
import type { StageSource } from "./stage-source.ts";

/** The surfaces of materials whose networks consist of prims that have the same opinions elsewhere. */
export class SharedMaterials {
  readonly #source: StageSource;
  /** By what the prims have in common; null if each reads its own. */
  readonly #known: Map<object, SurfaceMaterial | null> = new Map();

  constructor(source: StageSource) {
    this.#source = source;
  }

  /** Returns the surface of a prim that has the same opinions as one that was kept; undefined if there is none. */
  of(prim: PrimNode): SurfaceMaterial | undefined {
    const shared = this.#source.reader.sharedOpinions(prim);
    const found = shared && this.#known.get(shared);
    if (found === undefined || found === null || this.#source.reader.hasClips(prim)) return undefined;
    return { ...found, path: prim.path };
  }

  /** Keeps the surface of a prim for others, if it does not vary, has no problems, and its network does not leave the prim. */
  keep(prim: PrimNode, surface: SurfaceMaterial): void {
    const { reader } = this.#source;
    const shared = reader.sharedOpinions(prim);
    if (shared === undefined || this.#known.has(shared)) return;
    this.#known.set(shared, !reader.hasClips(prim) && this.#isClosed(prim) ? surface : null);
  }

  /** Whether the prims below a prim have the same opinions elsewhere, and all that they are connected to is among them. */
  #isClosed(top: PrimNode): boolean {
    const { reader } = this.#source;
    if (reader.stage.tree.shared(top.source)?.sharesAllBelow !== true) return false;
    const waiting = [top];
    for (let prim = waiting.pop(); prim !== undefined; prim = waiting.pop()) {
      for (const name of reader.opinions(prim)?.withPaths ?? []) {
        if (reader.targets(prim, name).some((target) => !isWithin(target, top.path))) return false;
      }
      waiting.push(...reader.children(prim));
    }
    return true;
  }
}

function isWithin(target: string, path: string): boolean {
  return target.startsWith(path) && /^[/.]/u.test(target.slice(path.length));
}
