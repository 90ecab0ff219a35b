/** Models that are drawn as their bounds, axes or cards (`UsdGeomModelAPI`). */
import {
  alignedRange,
  BoundsCache,
  hasAuthoredValue,
  isEmptyRange,
  Models,
  numbersOf,
  textOf,
  type PrimNode,
  type StageReader,
} from "@usdkit/usd";
import { constantInput } from "../materials/neutral-inputs.ts";
import { neutralInputs } from "../materials/neutral-inputs.ts";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { SurfaceMaterial, TextureSource } from "../model/surface-material.ts";
import { axes, boxEdges, type Bounds } from "../stand-ins/boxes.ts";
import { CARDS_UV, cardsGeometry, SIDES, type Side } from "../stand-ins/cards.ts";
import type { Shape } from "./shape.ts";
import type { StageMoment } from "./stage-source.ts";

/** A mode in which a model is drawn instead of the prims below it. */
export type DrawMode = "origin" | "bounds" | "cards";

/** Color of stand-ins without `model:drawModeColor`. */
const GRAY = [0.18, 0.18, 0.18];
/** Opacities of images of cards below it are not drawn. */
const THRESHOLD = 0.1;

const none: ReadonlySet<string> = new Set();

/** How cards are drawn. */
interface CardLook {
  readonly geometry: "box" | "cross";
  readonly textures: ReadonlyMap<Side, TextureSource["file"]>;
}

/** What a stand-in is made of. */
interface Look {
  readonly mode: DrawMode;
  readonly color: readonly number[];
  readonly bounds: Bounds | undefined;
  readonly cards: CardLook | undefined;
}

/** The draw modes of models. */
export class DrawModes {
  readonly #reader: StageReader;
  readonly #models: Models;
  #bounds: BoundsCache | undefined;
  #moment: StageMoment | undefined;
  readonly #kept: Map<PrimNode, { readonly key: string; readonly shape: Shape | undefined }> = new Map();

  constructor(reader: StageReader) {
    this.#reader = reader;
    this.#models = new Models(reader);
  }

  /**
   * Returns the mode that a model has or inherits, and whether it is applied to it; undefined for what is no model.
   *
   * @param inherited that of the model above
   */
  of(prim: PrimNode, inherited: string): { readonly mode: string; readonly applied: DrawMode | undefined } | undefined {
    if (!this.#models.isModel(prim)) return undefined;
    const own = textOf(this.#reader.value(prim, "model:drawMode", null));
    const mode = own === undefined || own === "" || own === "inherited" ? inherited : own;
    const isStandIn = mode === "origin" || mode === "bounds" || mode === "cards";
    return { mode, applied: isStandIn && this.#isApplied(prim) ? mode : undefined };
  }

  /** Returns the mode that the prims below a prim inherit; undefined if it is no model. */
  below(prim: PrimNode | undefined): string | undefined {
    const chain: PrimNode[] = [];
    for (let at = prim; at !== undefined; at = at.parent) chain.push(at);
    let mode: string | undefined = "default";
    for (const each of chain.toReversed()) {
      const isCandidate: boolean = mode !== undefined || each.parent?.isInstance === true;
      mode = isCandidate ? this.of(each, mode ?? "default")?.mode : undefined;
    }
    return mode;
  }

  /** Returns the shape that is drawn for a model; undefined if it has no bounds. It is the same object as long as nothing changes. */
  shape(moment: StageMoment, prim: PrimNode, mode: DrawMode, problems: GeometryProblem[]): Shape | undefined {
    const color = numbersOf(this.#reader.value(prim, "model:drawModeColor", moment.time));
    const look: Look = {
      mode,
      color: color?.length === 3 ? Array.from(color) : GRAY,
      bounds: mode === "origin" ? undefined : this.#boundsOf(moment, prim),
      cards: mode === "cards" ? this.#cards(moment, prim, problems) : undefined,
    };
    const key = JSON.stringify({
      ...look,
      textures: Array.from(look.cards?.textures ?? [], ([side, { assetPath }]) => [side, assetPath]),
    });
    const known = this.#kept.get(prim);
    if (known?.key === key) return known.shape;
    const shape = shapeOf(prim, look);
    this.#kept.set(prim, { key, shape });
    return shape;
  }

  #cards(moment: StageMoment, prim: PrimNode, problems: GeometryProblem[]): CardLook {
    const authored = textOf(this.#reader.value(prim, "model:cardGeometry", moment.time)) ?? "cross";
    if (authored === "fromTexture") {
      const message = 'Cards are not placed by the metadata of their images: they are drawn as with "cross"';
      problems.push({ path: prim.path, property: "model:cardGeometry", message });
    }
    return { geometry: authored === "box" ? "box" : "cross", textures: this.#textures(moment, prim) };
  }

  /** Components are drawn in their mode unless they author that they are not, other models if they author that they are. */
  #isApplied(prim: PrimNode): boolean {
    const attribute = this.#reader.attribute(prim, "model:applyDrawMode");
    if (attribute === undefined || !hasAuthoredValue(attribute)) return this.#models.kind(prim) === "component";
    const value = this.#reader.attributeValue(attribute, null);
    return value?.kind === "typed" && value.data === true;
  }

  #boundsOf(moment: StageMoment, prim: PrimNode): Bounds | undefined {
    if (this.#moment !== moment || this.#bounds === undefined) {
      const options = { purposes: ["default", "proxy", "render"], usesExtentsHint: true };
      this.#bounds = new BoundsCache(moment.source.queries, moment.time, options);
      this.#moment = moment;
    }
    const range = alignedRange(this.#bounds.untransformed(prim));
    if (isEmptyRange(range) || ![...range.minimum, ...range.maximum].every(Number.isFinite)) return undefined;
    return [...range.minimum, ...range.maximum];
  }

  #textures({ time }: StageMoment, prim: PrimNode): ReadonlyMap<Side, TextureSource["file"]> {
    const found = new Map<Side, TextureSource["file"]>();
    for (const side of SIDES) {
      const attribute = this.#reader.attribute(prim, `model:cardTexture${side}`);
      const { value, source } = (attribute && this.#reader.resolve(attribute, time)) ?? {};
      if (value?.kind !== "typed" || typeof value.data !== "string" || value.data === "") continue;
      if (source?.opinion !== undefined) found.set(side, { assetPath: value.data, layer: source.opinion.layer });
    }
    return found;
  }
}

function shapeOf(prim: PrimNode, { mode, color, bounds, cards }: Look): Shape | undefined {
  const space = { prim, matrix: undefined };
  if (mode === "origin") return { geometry: axes(color), materials: [null], wanted: none, space };
  if (bounds === undefined) return undefined;
  if (cards === undefined) return { geometry: boxEdges(bounds, color), materials: [null], wanted: none, space };
  const { geometry, textures } = cards;
  const made = cardsGeometry(bounds, { textured: new Set(textures.keys()), geometry, color });
  const materials = new Map(Array.from(textures, ([side, texture]) => [side, cardMaterial(prim, texture, color)]));
  return {
    geometry: made.geometry,
    materials: made.images.map((side) => (side === null ? null : (materials.get(side) ?? null))),
    wanted: none,
    space,
  };
}

function cardMaterial({ path }: PrimNode, file: TextureSource["file"], color: readonly number[]): SurfaceMaterial {
  const texture = (channels: TextureSource["channels"]): TextureSource => ({
    kind: "texture",
    file,
    channels,
    texCoords: CARDS_UV,
    texCoordTransform: null,
    wrapS: "clamp",
    wrapT: "clamp",
    isPixelated: false,
    scale: [1, 1, 1, 1],
    bias: [0, 0, 0, 0],
    sourceColorSpace: "auto",
  });
  return {
    path,
    inputs: {
      ...neutralInputs,
      diffuseColor: { value: color, source: texture("rgb") },
      opacity: { ...constantInput(1), source: texture("a") },
    },
    usesSpecularWorkflow: false,
    opacityMode: "transparent",
    opacityThreshold: THRESHOLD,
    isThinWalled: true,
    thickness: null,
    transmissionTint: "transmissionColor",
  };
}
