/** Prims that are drawn: meshes and splats. */
import { checkPayload } from "../check/check-payload.ts";
import type { PrimState } from "../model/prim-state.ts";
import { tellDoc, type PrimOptions } from "./add-prim.ts";
import { PlacedHandle } from "./prim-handle.ts";

/** What a Mesh or a splat prim draws. */
export interface AssetOptions extends PrimOptions {
  /** `<scheme>:/mesh/<mesh id>`, as `asset:/mesh/chair-01`; the id is percent-encoded where it needs it. */
  readonly asset: string;
  /** The prim in it, an absolute path: `/mesh`. */
  readonly target?: string | undefined;
}

/** A prim that draws what its payload brings. */
export abstract class AssetHandle extends PlacedHandle {
  /**
   * Draws something else.
   *
   * @throws SceneError where the asset is not `<scheme>:/mesh/<mesh id>`, or the target no absolute path
   */
  asset(asset: string, target?: string): this {
    this.subject.tell({ payload: checkPayload(this.subject, asset, target) });
    return this;
  }
}

/** A Mesh prim: an uploaded mesh. */
export class MeshHandle extends AssetHandle {}

/** A ParticleField3DGaussianSplat prim: Gaussian splats. */
export class SplatHandle extends AssetHandle {}

/** Tells the options of a new Mesh or splat prim. */
export function tellAsset(state: PrimState, options: AssetOptions): void {
  const { asset, target, doc } = (options ?? {}) as Partial<AssetOptions>;
  state.tell({ payload: checkPayload(state, asset, target) });
  tellDoc(state, doc);
}
