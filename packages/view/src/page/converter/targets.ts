/** What models are converted to. */

/** A format of a result. */
export interface Target {
  readonly label: string;
  /** With the dot. */
  readonly extension: string;
  readonly isQuickLook: boolean;
}

const target = (label: string, extension: string, isQuickLook = false): Target => ({ label, extension, isQuickLook });
const USDZ = target("USDZ", ".usdz");
const QUICK_LOOK = target("USDZ for AR Quick Look", ".usdz", true);
const TEXT = target("USDA", ".usda");
const CRATE = target("USDC", ".usdc");
const GLB = target("GLB", ".glb");
const SPLATS = [target("PLY", ".ply"), target("SPZ", ".spz"), target("SOG", ".sog")];

const LAYER_NAME = /\.usd[acz]?$/iu;
const GLTF_NAME = /\.(?:glb|gltf)$/iu;

/** Returns what a model is converted to, the usual first. */
export function targetsOf(name: string): readonly Target[] {
  if (GLTF_NAME.test(name)) return [USDZ, QUICK_LOOK, TEXT, CRATE];
  return LAYER_NAME.test(name) ? [GLB, QUICK_LOOK, ...SPLATS] : [CRATE, TEXT, USDZ];
}

/** Returns a size for people: "1.2 MB". */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
