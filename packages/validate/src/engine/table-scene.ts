/** The prims of a table as the rules ask for them: specs are looked up in the layer when they are needed. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import { placeOfPrim, type PrimPlace, type PrimTypes } from "@usdkit/service-scene";
import type { RolePrims, RuleReading } from "../scene/rule-reading.ts";
import {
  IS_CAMERA,
  IS_DRAWN,
  IS_IGNORED_TYPE,
  IS_INACTIVE,
  IS_RENDER_SETTINGS,
  IS_UNDEFINED,
  type PrimTable,
} from "./prim-table.ts";

export class TableScene implements RolePrims {
  readonly layer: Layer;
  readonly primTypes: PrimTypes;
  readonly #table: PrimTable;
  #cameras: readonly PrimSpec[] | undefined;
  #renderSettings: readonly PrimPlace[] | undefined;

  constructor(layer: Layer, primTypes: PrimTypes, table: PrimTable) {
    this.layer = layer;
    this.primTypes = primTypes;
    this.#table = table;
  }

  get cameras(): readonly PrimSpec[] {
    return (this.#cameras ??= this.#withFlag(IS_CAMERA));
  }

  get renderSettings(): readonly PrimPlace[] {
    return (this.#renderSettings ??= this.#withFlag(IS_RENDER_SETTINGS).map((prim) =>
      placeOfPrim(prim, this.primTypes),
    ));
  }

  #withFlag(flag: number): readonly PrimSpec[] {
    const table = this.#table;
    const found: PrimSpec[] = [];
    for (let row = 0; row < table.length; row++) {
      if ((table.flagsOf(row) & flag) !== 0) found.push(this.specAt(table.startOf(row)));
    }
    return found;
  }

  /** Returns the prim that begins at an offset. */
  specAt(start: number): PrimSpec {
    let { children }: { readonly children: readonly PrimSpec[] } = this.layer.root;
    for (;;) {
      const prim = lastBefore(children, start);
      if (prim === undefined) throw new RangeError(`No prim begins at byte ${start}`);
      if (prim.range?.start === start) return prim;
      ({ children } = prim);
    }
  }

  /** Sets what the reading of rules collects in a walk over the whole layer. */
  summarize(reading: RuleReading): void {
    const table = this.#table;
    for (let row = 0; row < table.length; row++) {
      const flags = table.flagsOf(row);
      const typeName = table.typeOf(row);
      if ((flags & IS_INACTIVE) !== 0) continue;
      if ((flags & IS_UNDEFINED) !== 0) {
        if (typeName !== "") reading.meantTypes.add(typeName);
      } else if ((flags & IS_DRAWN) !== 0) reading.isDrawn = true;
      else if ((flags & IS_IGNORED_TYPE) !== 0) {
        if (typeName === "Material") reading.hasMaterial = true;
        const near = reading.names.nearType(typeName);
        if (near !== undefined) reading.meantTypes.add(near);
      }
    }
  }
}

/** Returns the last sibling that begins at or before an offset; siblings are in the order of the text. */
function lastBefore(children: readonly PrimSpec[], offset: number): PrimSpec | undefined {
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((children[middle].range?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return children.at(low);
}
