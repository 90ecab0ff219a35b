/** Prepares any file that can be drawn: a scene of the service, a stage, or a file of a mesh or of splats. */
import { assetFormat, embedGltfFiles, isGltfText } from "@usdkit/assets";
import { bytesOf, type LazyBytes } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { hasServicePayload, readScene } from "@usdkit/service-scene";
import {
  isBinaryLayer,
  openLayer,
  parseLayerName,
  Stage,
  type OpenedLayer,
  type Resolver,
  type StageOptions,
} from "@usdkit/usd";
import { RenderError } from "./errors/render-error.ts";
import { prepareAsset } from "./prepare-asset.ts";
import type { AssetSource } from "./prepare/resolve-assets.ts";
import { prepareScene } from "./render.ts";
import type { PreparedScene } from "./rendering/prepared-scene.ts";
import type { PrepareOptions } from "./rendering/render-options.ts";
import type { PrepareStageOptions } from "./stage/prepare-stage-options.ts";
import { prepareStage } from "./stage/prepare-stage.ts";
import type { PreparedStage } from "./stage/prepared-stage.ts";

/** How a file is read and prepared. */
export interface PrepareFileOptions extends PrepareOptions, Omit<PrepareStageOptions, "limits" | "pool"> {
  /** Finds the file, the layers that it composes, textures, and the files that a glTF names. */
  readonly resolver: Resolver;
  /** `service`: a layer is read as the service does; `usd`: as a stage. By default its content decides. */
  readonly as?: "service" | "usd" | undefined;
  /** How a stage is composed. */
  readonly composition?: Omit<StageOptions, "resolver"> | undefined;
  /** Name of the animation of a GLB that times are of; default: the first. */
  readonly animation?: string | undefined;
  /** The meshes and splats of a scene of the service, by mesh id. */
  readonly assets?: AssetSource | undefined;
}

/** A file that is ready to be drawn. */
export type PreparedFile =
  | { readonly kind: "asset"; readonly scene: PreparedScene }
  | { readonly kind: "service"; readonly scene: PreparedScene; readonly layer: Layer }
  | { readonly kind: "stage"; readonly scene: PreparedStage; readonly stage: Stage };

const LAYER_NAME = /\.usd[acz]?$/iu;
const ASSET_NAME = /\.(?:glb|gltf|ply|spz|sog|splat|ksplat)$/iu;

/**
 * Returns whether a file is one of a mesh, of splats or of points, by its name, or by its content if the name does not decide.
 *
 * @example
 * isAssetFile("chair.glb", bytes); // true
 */
export function isAssetFile(name: string, bytes: Uint8Array | LazyBytes): boolean {
  if (LAYER_NAME.test(name)) return false;
  if (ASSET_NAME.test(name)) return true;
  const whole = bytesOf(bytes);
  return assetFormat(whole) !== null || (!isBinaryLayer(whole) && isGltfText(whole));
}

/**
 * Prepares a file to be drawn. A layer with payloads of the service is read as the service does; any other layer is the root of a stage, also
 * with RenderSettings where the service reads them: its geometry would not be drawn otherwise. A mesh (GLB, glTF), splats or points are drawn
 * alone.
 *
 * @param file asset path for the resolver, also of a layer in a package: `room.usdz[chair.usdc]`
 * @throws {RenderError} if the file cannot be read, an asset of a scene is missing, or a limit does not allow it
 * @throws {StageError} if the layers of the stage cannot be opened
 * @example
 * const { scene } = await prepareFile("models/chair.usdz", { resolver: fileResolver() });
 * const image = await scene.render({ camera: "auto", width: 640, height: 360, look: "full" });
 */
export async function prepareFile(file: string, options: PrepareFileOptions): Promise<PreparedFile> {
  const { as, assets, resolver, composition, animation, ...prepare } = options;
  const { identifier, bytes, isAsync } = await findFile(file, resolver);
  const { file: outer, inner } = parseLayerName(identifier);
  if (inner.length === 0 && as === undefined && isAssetFile(outer, bytes)) {
    const whole = await wholeAsset(outer, bytesOf(bytes), resolver);
    return { kind: "asset", scene: await prepareAsset(whole, { ...prepare, animation, name: nameOf(outer) }) };
  }
  const opened = openWith(resolver, bytes, inner);
  const [problem] = opened.diagnostics;
  if (!opened.ok && problem !== undefined) {
    const place = problem.line === null ? `byte ${problem.offset}` : `line ${problem.line}`;
    throw new RenderError("scene", `the file cannot be read: ${place}: ${problem.message}`);
  }
  const { layer } = opened;
  if (as === "service" || (as === undefined && hasServicePayload(layer))) {
    const scene = await prepareScene({ layer, plan: readScene(layer) }, assets, prepare);
    return { kind: "service", scene, layer };
  }
  const known = withOpened(resolver, { file: outer, bytes, isAsync, inner, opened });
  const stage = await Stage.open(file, { ...composition, resolver: known });
  return { kind: "stage", scene: prepareStage(stage, prepare), stage };
}

interface FoundFile {
  readonly identifier: string;
  readonly bytes: Uint8Array | LazyBytes;
  /** Whether the resolver returns promises: a stage waits for its layers if its root layer is one. */
  readonly isAsync: boolean;
}

async function findFile(file: string, resolver: Resolver): Promise<FoundFile> {
  for (const identifier of resolver.identify(file, undefined)) {
    const found = resolver.read(parseLayerName(identifier).file);
    const bytes = await found;
    if (bytes !== undefined) return { identifier, bytes, isAsync: found instanceof Promise };
  }
  throw new RenderError("scene", `there is no file ${JSON.stringify(file)}`);
}

/** Returns a glTF with the files that it names; other files as they are. */
async function wholeAsset(file: string, bytes: Uint8Array, resolver: Resolver): Promise<Uint8Array> {
  if (!isGltfText(bytes) && assetFormat(bytes) !== "glb") return bytes;
  return await embedGltfFiles(bytes, async (path) => {
    const [identifier] = resolver.identify(`./${path}`, file);
    const found = identifier === undefined ? undefined : await resolver.read(identifier);
    return found === undefined ? undefined : bytesOf(found);
  });
}

/** Returns a resolver that has the root layer already. */
function withOpened(
  resolver: Resolver,
  root: {
    readonly file: string;
    readonly bytes: Uint8Array | LazyBytes;
    readonly isAsync: boolean;
    readonly inner: readonly string[];
    readonly opened: OpenedLayer;
  },
): Resolver {
  const path = root.inner.join("\0");
  return {
    ...resolver,
    identify: (assetPath, anchor) => resolver.identify(assetPath, anchor),
    read(identifier) {
      if (identifier !== root.file) return resolver.read(identifier);
      return root.isAsync ? Promise.resolve(root.bytes) : root.bytes;
    },
    open(bytes, inner) {
      return bytes === root.bytes && inner.join("\0") === path ? root.opened : openWith(resolver, bytes, inner);
    },
  };
}

function openWith(resolver: Resolver, bytes: Uint8Array | LazyBytes, inner: readonly string[]): OpenedLayer {
  return resolver.open === undefined ? openLayer(bytes, { inner }) : resolver.open(bytes, inner);
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/u, "");
}
