/** Kinds of files, by their names. */

/** What a file is. `layer` and `package` are read, others are only hashed. */
export type FileKind = "layer" | "package" | "image" | "model" | "material" | "volume" | "sound" | "other";

const EXTENSIONS: Readonly<Record<Exclude<FileKind, "other">, readonly string[]>> = {
  layer: ["usd", "usda", "usdc"],
  package: ["usdz"],
  image: "avif bmp dds exr gif hdr jpeg jpg ktx2 png tex tga tif tiff tx webp".split(" "),
  model: "abc bin fbx glb gltf obj ply sog splat spz".split(" "),
  material: ["mtlx", "osl", "oso"],
  volume: ["nvdb", "vdb"],
  sound: ["aac", "m4a", "mp3", "ogg", "wav"],
};

const KINDS: ReadonlyMap<string, FileKind> = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, names]) => names.map((name) => [name, kind as FileKind] as const)),
);

/** Kinds that nothing but scenes uses: without a user, such a file is one to look at. */
export const ASSET_KINDS: readonly FileKind[] = ["image", "model", "material", "volume", "sound"];

/** Returns the kind of a file by its extension. */
export function kindOfName(name: string): FileKind {
  const dot = name.lastIndexOf(".");
  return (dot < 0 ? undefined : KINDS.get(name.slice(dot + 1).toLowerCase())) ?? "other";
}
