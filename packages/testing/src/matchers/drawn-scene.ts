/** What `toMatchRender` draws: scenes of the service, stages, and layers of any encoding. */
import { printUsdaBytes } from "@usdkit/usda";
import type { DrawableScene } from "@usdkit/raster";
import { isLayer, isUsdaSource, readScene } from "../matcher/read-scene.ts";
import type { Raster } from "./load-raster.ts";

/** The options of a scene. */
export interface DrawnOptions {
  readonly assets?: object | undefined;
  readonly resolver?: object | undefined;
  readonly purposes?: readonly string[] | undefined;
  readonly subdivisionLevel?: number | undefined;
}

type Stage = Parameters<Raster["prepareStage"]>[0];
type PrepareOptions = Parameters<Raster["prepareFile"]>[1];

/** The name of the layer for its resolver: asset paths are relative to the folder of the working directory. */
const ROOT = "scene.usd";
/** The first bytes of crates and packages. */
const BINARY = ["PXR-USDC", "PK\u0003\u0004"];

/** Characters in which the element of a MaterialX document begins. */
const MAX_HEAD = 4096;

/** Returns why a value is no scene; undefined if it is one. */
export function drawnProblem(received: unknown): string | undefined {
  if (isStage(received) || isBinary(received)) return undefined;
  if (isMaterialX(received)) {
    return "a MaterialX document, which has materials alone: pass a stage that references it and binds them to geometry, with a resolver that finds it";
  }
  return readScene(received).problem;
}

/** A scene that is ready to be drawn. */
export interface PreparedDrawn {
  readonly scene: DrawableScene;
  /** Returns what could not be composed of a stage, after it was drawn. */
  readonly problems: () => readonly string[];
}

/** Prepares a scene to be drawn, without {@link drawnProblem}. */
export async function prepareDrawn(raster: Raster, received: unknown, options: DrawnOptions): Promise<PreparedDrawn> {
  const { assets, resolver, purposes, subdivisionLevel } = options;
  // The renderer validates them.
  const drawing = { purposes, subdivisionLevel };
  if (isStage(received)) return { scene: raster.prepareStage(received, drawing), problems: () => problemsOf(received) };
  const found = (resolver ?? noFiles) as PrepareOptions["resolver"];
  const bytes = bytesOf(received);
  const prepared = await raster.prepareFile(ROOT, {
    ...drawing,
    assets: assets ?? {},
    resolver: {
      ...found,
      identify: (assetPath, anchor) => {
        return anchor === undefined && assetPath === ROOT ? [ROOT] : found.identify(assetPath, anchor);
      },
      read: (identifier) => (identifier === ROOT ? bytes : found.read(identifier)),
    },
  } as PrepareOptions);
  const { scene } = prepared;
  return { scene, problems: () => (prepared.kind === "stage" ? problemsOf(prepared.stage) : []) };
}

/** Another copy of the package may have no list of problems. */
function problemsOf({ problems }: Partial<Pick<Stage, "problems">>): readonly string[] {
  return (problems ?? []).map(({ prim, error }) => `${prim}: ${error.message}`);
}

const noFiles: PrepareOptions["resolver"] = { identify: (assetPath) => [assetPath], read: () => undefined };

function bytesOf(received: unknown): Uint8Array {
  if (isLayer(received)) return printUsdaBytes(received);
  const source = isUsdaSource(received) ? received.toUsda() : received;
  return typeof source === "string" ? new TextEncoder().encode(source) : (source as Uint8Array);
}

function isBinary(received: unknown): boolean {
  if (!ArrayBuffer.isView(received)) return false;
  const { buffer, byteOffset, byteLength } = received;
  const head = String.fromCharCode(...new Uint8Array(buffer, byteOffset, Math.min(8, byteLength)));
  return BINARY.some((magic) => head.startsWith(magic));
}

/** Whether a value is the text of a MaterialX document. */
function isMaterialX(received: unknown): boolean {
  if (typeof received !== "string" && !(received instanceof Uint8Array)) return false;
  const text = typeof received === "string" ? received : new TextDecoder().decode(received.subarray(0, MAX_HEAD));
  const head = text.slice(0, MAX_HEAD).trimStart();
  return head.startsWith("<") && head.includes("<materialx");
}

/** Whether a value is a `Stage` of `@usdkit/usd`, also of another copy of the package. */
function isStage(received: unknown): received is Stage {
  const { traverse, primStack, readAsset } = (received ?? {}) as Partial<Record<keyof Stage, unknown>>;
  return [traverse, primStack, readAsset].every((member) => typeof member === "function");
}
