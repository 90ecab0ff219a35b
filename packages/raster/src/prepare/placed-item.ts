import type { Asset, AssetGroup, Material } from "@usdkit/assets";
import type { Affine } from "./scene-data.ts";

/** An asset other than a group, whose members are drawn separately. */
export type DrawnAsset = Exclude<Asset, AssetGroup>;

/** An asset as a prim draws it. */
export interface PlacedItem<T extends DrawnAsset = DrawnAsset> {
  readonly path: string;
  /** Index into `SceneData.prims`. */
  readonly prim: number;
  readonly asset: T;
  readonly toWorld: Affine;
  /** From asset space to prim space; null if they are the same. */
  readonly local: Affine | null;
  /** Of a mesh: materials that replace those of the asset, with the same textures; by default its own. */
  readonly materials?: readonly Material[] | undefined;
}

/** Adds to counts by reason. */
export type Skip = (reason: string, count?: number) => void;

/** Called between pieces of work: throws if the caller aborted, and yields to the event loop. */
export type Pause = () => Promise<void>;
