/** Names of files that may lead into packages: `room.usdz[chair.usdz[geometry.usdc]]`. */

/** A file, and the way through packages to a layer in it. */
export interface LayerName {
  readonly file: string;
  /** Paths in packages, the outermost first; empty for a file itself. */
  readonly inner: readonly string[];
}

/** Splits the name of a layer. A name without balanced brackets at its end is that of a file. */
export function parseLayerName(name: string): LayerName {
  const inner: string[] = [];
  let rest = name;
  let depth = 0;
  while (rest.endsWith("]")) {
    rest = rest.slice(0, -1);
    depth++;
  }
  if (depth === 0) return { file: name, inner };
  const parts = rest.split("[");
  if (parts.length !== depth + 1 || parts.includes("")) return { file: name, inner };
  const [file = name, ...paths] = parts;
  return { file, inner: paths };
}

/** The name that {@link parseLayerName} splits. */
export function formatLayerName({ file, inner }: LayerName): string {
  return file + inner.map((path) => `[${path}`).join("") + "]".repeat(inner.length);
}
