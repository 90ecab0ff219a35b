import type { Asset, AssetGroup } from "../assets/asset.ts";
import type { Affine } from "./scene-data.ts";

/** An asset that is not a group: those are taken apart. */
export type DrawnAsset = Exclude<Asset, AssetGroup>;

/** An asset where a prim draws it. */
export interface PlacedItem<T extends DrawnAsset = DrawnAsset> {
  readonly path: string;
  /** Index into `SceneData.prims`. */
  readonly prim: number;
  readonly asset: T;
  readonly toWorld: Affine;
  /** From the asset's space to the prim's; null if they are one. */
  readonly local: Affine | null;
}

/** Adds to counts by reason. */
export type Skip = (reason: string, count?: number) => void;

/** Called between pieces of work: throws if the caller aborted, and yields to the event loop. */
export type Pause = () => Promise<void>;
