/** Resolves mesh ids to assets. */
import type { PlannedItem } from "@usdkit/service-scene";
import type { Asset, LoadOptions } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { bytesOf } from "./bytes-of.ts";
import type { Pause } from "./placed-item.ts";

/** A loaded asset, or a file's bytes. */
export type AssetOrBytes = Asset | Uint8Array;

/**
 * Assets by mesh id, or a function that finds one. The item is the first that uses the id; undefined and null mean that it is missing.
 */
export type AssetSource =
  | ReadonlyMap<string, AssetOrBytes | undefined>
  | Readonly<Record<string, AssetOrBytes | undefined>>
  | ((meshId: string, item: PlannedItem) => AssetOrBytes | undefined | null | Promise<AssetOrBytes | undefined | null>);

/** Decodes the bytes of a file, as `loadAsset` does. */
export type LoadBytes = (bytes: Uint8Array, options: LoadOptions) => Promise<Asset>;

/** Concurrent requests. */
const CONCURRENT_LOADS = 4;

/**
 * Resolves each mesh id once, to its asset, or to undefined if it is missing.
 *
 * @param tools The bytes that all assets loaded here may take, the decoder, and the pause to call between them.
 */
export async function resolveAssets(
  items: readonly PlannedItem[],
  source: AssetSource,
  options: LoadOptions,
  {
    assetBytes,
    load: loadBytes,
    pause,
  }: { readonly assetBytes: number; readonly load: LoadBytes; readonly pause: Pause },
): Promise<ReadonlyMap<string, Asset | undefined>> {
  const first = new Map<string, PlannedItem>();
  for (const item of items) if (!first.has(item.meshId)) first.set(item.meshId, item);
  const waiting = [...first];
  const found = new Map<string, Asset | undefined>();
  let loaded = 0;
  const load = async (bytes: Uint8Array, meshId: string, { path: primPath }: PlannedItem): Promise<Asset> => {
    const asset = await loadBytes(bytes, options).catch((cause: unknown) => {
      throw assetFault(cause, meshId, primPath);
    });
    loaded += bytesOf(asset);
    if (loaded <= assetBytes) return asset;
    const message = `with asset ${JSON.stringify(meshId)} those that are loaded take ${loaded} bytes, and at most ${assetBytes} are allowed; raise limits.assetBytes`;
    throw new RenderError("limit", message, { primPath });
  };
  const take = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [meshId, item] = next;
      try {
        await pause();
        const given = await find(meshId, item, source);
        found.set(meshId, given instanceof Uint8Array ? await load(given, meshId, item) : (given ?? undefined));
      } catch (error) {
        // The rest is not needed any more.
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_LOADS }, take));
  return found;
}

function assetFault(cause: unknown, meshId: string, primPath: string): RenderError {
  if (cause instanceof RenderError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RenderError("asset", `asset ${JSON.stringify(meshId)}: ${reason}`, { primPath, cause });
}

type Found = AssetOrBytes | undefined | null;

function find(meshId: string, item: PlannedItem, source: AssetSource): Found | Promise<Found> {
  if (typeof source === "function") return source(meshId, item);
  if (source instanceof Map) return (source as ReadonlyMap<string, AssetOrBytes | undefined>).get(meshId);
  // Own properties only: a mesh id may be "constructor".
  return Object.hasOwn(source, meshId) ? (source as Record<string, AssetOrBytes | undefined>)[meshId] : undefined;
}
