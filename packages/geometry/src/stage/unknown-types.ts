/** Prims whose type no schema defines. */
import { counted } from "@usdkit/base";
import type { PrimNode, StageReader } from "@usdkit/usd";
import type { GeometryProblem } from "../model/geometry-problem.ts";

/** Paths that the problem of a type lists. */
const MAX_PATHS = 3;

/** Collects the prims of unknown types: programs treat them as prims without a type, which have no shape. */
export class UnknownTypes {
  readonly #paths: Map<string, Set<string>> = new Map();

  /** Notes a prim, if its type is unknown and has no fallback. */
  visit(reader: StageReader, prim: PrimNode): void {
    if (prim.type !== "") return;
    const { typeName } = reader.schemas(prim);
    if (typeName === "") return;
    const known = this.#paths.get(typeName);
    if (known === undefined) this.#paths.set(typeName, new Set([prim.path]));
    else known.add(prim.path);
  }

  /** Returns a problem for each type, at the first of its prims. */
  *problems(): Generator<GeometryProblem> {
    for (const [type, paths] of this.#paths) {
      const [path, ...others] = paths;
      const listed = others.slice(0, MAX_PATHS - 1);
      const rest = others.length - listed.length;
      const also = [...listed, ...(rest > 0 ? [counted(rest, "other prim")] : [])].join(", ");
      const message =
        `Expected a type that prims can have, found ${JSON.stringify(type)}: what it defines is not drawn. Correct it, ` +
        `or author fallbackPrimTypes${also === "" ? "" : ` (also ${also})`}`;
      yield { path, property: "typeName", message };
    }
  }
}
