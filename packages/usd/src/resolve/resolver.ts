/** Resolvers: how asset paths become the bytes of layers. */
import type { LazyBytes } from "@usdkit/base";
import type { OpenedLayer } from "../open/open-layer.ts";

/** The file of a layer, or a package: in memory, or read in parts when they are needed. */
export type ResolvedBytes = Uint8Array | LazyBytes | undefined;

/**
 * Finds layers. An identifier names one file: a path, a URL, or a key of a map. `read` is called at most once per identifier
 * and stage.
 *
 * Layers that `read` returns directly are composed when they are needed. If it returns promises, `Stage.open` and
 * `stage.prefetch` wait for them.
 */
export interface Resolver {
  /**
   * Returns the identifiers that an asset path may stand for, in the order in which they are tried.
   *
   * @param assetPath as authored, without variant expressions
   * @param anchor identifier of the layer that contains the path; undefined for a root layer
   */
  identify(assetPath: string, anchor: string | undefined): readonly string[];
  /**
   * Returns the bytes of a file, undefined if there is none.
   *
   * @throws ResolveError if the file may not or cannot be read
   */
  read(identifier: string): ResolvedBytes | Promise<ResolvedBytes>;
  /** Returns whether there is a file, for files that are not read, such as textures. Default: whether `read` returns bytes. */
  exists?(identifier: string): boolean;
  /**
   * Opens the layer of bytes that `read` returned. Default: `openLayer`. A resolver that keeps the opened layers saves stages that
   * are opened again from reading them again.
   *
   * @param inner paths through packages to the layer, the outermost first
   */
  open?(bytes: Uint8Array | LazyBytes, inner: readonly string[]): OpenedLayer;
}

/** A file that a resolver rejects, or cannot read; its message is part of the composition error. */
export class ResolveError extends Error {
  override readonly name = "ResolveError";
}
