/** Visibility of prims at a time (`UsdGeomImageable::ComputeVisibility`, `ComputeEffectiveVisibility`). */
import { isA } from "@usdkit/schemas";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { fromAbove } from "../prims/from-above.ts";
import { hasAuthoredValue } from "../values/authored-value.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { textOf } from "../values/plain-numbers.ts";
import { withBuiltInApis } from "../values/schema-properties.ts";

/** A purpose with a visibility of its own (`UsdGeomVisibilityAPI`). */
export type VisiblePurpose = "default" | "guide" | "proxy" | "render";

/** The attribute of each purpose, and its value where no prim authors one. */
const purposeAttributes = {
  guide: ["guideVisibility", "invisible"],
  proxy: ["proxyVisibility", "inherited"],
  render: ["renderVisibility", "inherited"],
} as const;

/**
 * The visibility of prims at a time. The result of each prim is kept.
 *
 * ```ts
 * const visibility = new VisibilityCache(reader, 24);
 * visibility.isVisible(prim);
 * visibility.effective(prim, "guide"); // "invisible", unless a prim authors guideVisibility
 * ```
 */
export class VisibilityCache {
  readonly time: StageTime;
  private readonly reader: StageReader;
  private readonly known: Map<PrimNode, boolean> = new Map();
  private readonly knownPurposes: Record<Exclude<VisiblePurpose, "default">, Map<PrimNode, string>> = {
    guide: new Map(),
    proxy: new Map(),
    render: new Map(),
  };

  constructor(reader: StageReader, time: StageTime) {
    this.reader = reader;
    this.time = time;
  }

  /** Whether neither the prim nor one above it is invisible: `ComputeVisibility` returns `inherited`, not `invisible`. */
  isVisible(prim: PrimNode): boolean {
    return fromAbove(prim, this.known, true, (each, isVisible) => isVisible && !this.isInvisible(each));
  }

  /** Whether the prim itself authors that it is invisible, whatever is above it. */
  isInvisible(prim: PrimNode): boolean {
    return this.authored(prim) === "invisible";
  }

  /**
   * Returns the prim's own `visibility`: `inherited` without one, "" for a value that is no token, which the reference does not read.
   * Tokens other than `invisible` count as `inherited`.
   */
  authored(prim: PrimNode): string {
    // Most prims author none.
    if (!this.reader.mayHaveValue(prim, "visibility") || !isA(prim.type, "Imageable")) return "inherited";
    const value = this.reader.value(prim, "visibility", this.time);
    if (value === undefined) return "inherited";
    return value.kind === "typed" && value.type.kind === "token" ? (textOf(value) ?? "") : "";
  }

  /**
   * Returns the visibility of a prim for a purpose: `visible`, `invisible` or `inherited`. A prim that is not visible is
   * `invisible` for each purpose; otherwise `default` is `visible`, and other purposes have the value of the closest
   * prim with `VisibilityAPI` that authors one, or the fallback: guides are `invisible`.
   */
  effective(prim: PrimNode, purpose: VisiblePurpose): string {
    if (!this.isVisible(prim)) return "invisible";
    if (purpose === "default") return "visible";
    const [name, fallback] = purposeAttributes[purpose];
    return fromAbove(
      prim,
      this.knownPurposes[purpose],
      fallback as string,
      (each, above) => this.own(each, name) ?? above,
    );
  }

  private own(prim: PrimNode, name: string): string | undefined {
    if (!isA(prim.type, "Imageable")) return undefined;
    const attribute = withBuiltInApis(this.reader.schemas(prim)).includes("VisibilityAPI")
      ? this.reader.attribute(prim, name)
      : undefined;
    if (attribute === undefined || !hasAuthoredValue(attribute)) return undefined;
    return textOf(this.reader.attributeValue(attribute, this.time));
  }
}
