import { visitLayer, type Layer } from "@usdkit/layer";
import { readScene } from "../matcher/read-scene.ts";
import { escapeText } from "../show/escape.ts";
import { failure, heading, type Matcher } from "../matcher/matcher.ts";

/** Maximum number of paths in a message. */
const MAX_PATHS = 3;

/** {@link SceneMatchers.toHavePrim} */
export const toHavePrim: Matcher<[path: string]> = function (received, path) {
  const title = heading(this, "toHavePrim", JSON.stringify(path));
  const { layer, problem } = readScene(received);
  if (layer === undefined) return failure(this, () => escapeText(`${title}\n\nThe scene is ${problem}`));
  const pass = hasPrim(layer, path);
  const message = (): string =>
    pass ? `${title}\n\nThe scene has a prim at ${path}.` : `${title}\n\n${explainMissing(layer, path)}`;
  return { pass, message: () => escapeText(message()) };
};

/** Returns the last name of a path: `B` for `/A/B` and for `/A{v=x}B`. */
function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("}")) + 1);
}

function hasPrim(layer: Layer, path: string): boolean {
  let found = false;
  const name = lastName(path);
  visitLayer(layer, {
    prim(prim) {
      // Paths of deep prims are long: only made for prims whose name fits.
      if (!found && prim.name === name && prim.path === path) found = true;
      return found ? "skip" : undefined;
    },
  });
  return found;
}

function explainMissing(layer: Layer, path: string): string {
  if (!path.startsWith("/")) return `No prim has the path "${path}": a path starts with "/".`;
  const nearest = nearestPaths(layer, path);
  if (nearest.length === 0) return `There is no prim at ${path}: the scene has no prims.`;
  return `There is no prim at ${path}. The nearest are:\n\n${nearest.map((each) => `  ${each}`).join("\n")}\n`;
}

/** Returns prims with the same name anywhere, then those with the smallest edit distance. */
function nearestPaths(layer: Layer, path: string): string[] {
  const name = lastName(path);
  const known: { path: string; distance: number }[] = [];
  visitLayer(layer, {
    prim(prim) {
      const names = editDistance(name, prim.name, MAX_CHANGES);
      // A different name at a different path is not a typo; only one of them is.
      if (names > MAX_CHANGES && known.length >= MAX_CANDIDATES) return;
      const own = prim.path;
      const distance = names === 0 ? 0 : editDistance(path, own, Math.max(path.length, own.length));
      known.push({ path: own, distance });
    },
  });
  known.sort((a, b) => a.distance - b.distance || a.path.length - b.path.length);
  return known.slice(0, MAX_PATHS).map((each) => each.path);
}

const MAX_CHANGES = 2;
const MAX_CANDIDATES = 2000;
/** Maximum length of texts whose edit distance is computed. */
const MAX_LENGTH = 300;

/** Returns the edit distance; a number above `most` if it is greater than that. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || a.length > MAX_LENGTH || b.length > MAX_LENGTH)
    return a === b ? 0 : most + MAX_LENGTH;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
