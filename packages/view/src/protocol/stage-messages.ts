/** Messages between the page and what composes stages: the server of `usda view`, a worker of the page, or an editor. */

import type { EditStep, EditsView, SaveView, TargetRow, TransformView } from "./edit-messages.ts";

/** A request about the stage of a file. */
export interface StageRequest {
  /** Chosen by the page: a name of its own stage. */
  readonly session: string;
  /** Number of texts that the page has sent; the stage is composed with the last one. */
  readonly edits: number;
  readonly choices: StageChoices;
  /** The edits of the page that are not saved; the stage has them. */
  readonly steps: readonly EditStep[];
  readonly ask: StageAsk;
}

/** What the user chose on the page; never written to files. */
export interface StageChoices {
  readonly variants: readonly VariantChoice[];
  /** For a prim, the choice of the closest prim at or above it applies; without one, it is loaded. */
  readonly payloads: readonly PayloadChoice[];
}

/** A selection that is stronger than those of all layers. */
export interface VariantChoice {
  readonly prim: string;
  readonly set: string;
  readonly variant: string;
}

/** Whether the payloads of a prim and of those below it are loaded. */
export interface PayloadChoice {
  readonly prim: string;
  readonly isLoaded: boolean;
}

/** The question of a request. */
export type StageAsk =
  /** The text of the editor that is not saved, of a file by its number; null: the file as it is on disk. */
  | { readonly kind: "text"; readonly file: number; readonly text: string | null }
  | { readonly kind: "stage" }
  /** The children of a prim from a number on, at most {@link PAGE_SIZE}. */
  | { readonly kind: "children"; readonly prim: string; readonly from: number }
  /** The numbers of a prim and of those above it among the children of their parents. */
  | { readonly kind: "locate"; readonly prim: string }
  /** With values at a time; null: default values, and for those without one what has them. */
  | { readonly kind: "prim"; readonly prim: string; readonly time: number | null }
  /** A property by its path. */
  | { readonly kind: "opinions"; readonly property: string }
  /** Prims whose names contain a text, or that a path expression matches. */
  | { readonly kind: "search"; readonly text: string }
  /** What the steps of the request change. */
  | { readonly kind: "edits" }
  /** Saves what they change. */
  | { readonly kind: "save" }
  /** Where edits of a prim may go. */
  | { readonly kind: "targets"; readonly prim: string }
  | { readonly kind: "transform"; readonly prim: string; readonly time: number | null }
  /** All composition errors; the prototype of each instance is known afterwards. */
  | { readonly kind: "problems" };

/** Number of children in a page of the tree. */
export const PAGE_SIZE = 200;

/** The answer to a request. */
export type StageReply =
  | {
      /** Changes with the stage: answers with another one are about another stage. */
      readonly revision: number;
      readonly answer: StageAnswer;
    }
  /** The text of the editor is needed again. */
  | { readonly needsText: true }
  /** Why there is no answer, for the user. */
  | { readonly problem: string };

/** The answers by the kinds of their questions. */
export interface StageAnswers {
  readonly text: { readonly kind: "text" };
  readonly stage: { readonly kind: "stage" } & StageView;
  readonly children: { readonly kind: "children" } & PrimPage;
  readonly locate: { readonly kind: "locate"; readonly numbers: readonly number[] | null };
  readonly prim: { readonly kind: "prim"; readonly prim: PrimView | null };
  readonly opinions: { readonly kind: "opinions"; readonly opinions: readonly OpinionRow[] };
  readonly edits: { readonly kind: "edits" } & EditsView;
  readonly save: { readonly kind: "save" } & SaveView;
  readonly targets: { readonly kind: "targets"; readonly rows: readonly TargetRow[] };
  readonly transform: { readonly kind: "transform"; readonly transform: TransformView | null };
  readonly search: { readonly kind: "search" } & SearchView;
  readonly problems: { readonly kind: "problems" } & ProblemsView;
}

/** An answer. */
export type StageAnswer = StageAnswers[keyof StageAnswers];

/** The stage itself. */
export interface StageView {
  /** Metadata of the stage by name, as text; those of the format that are not authored have their fallback. */
  readonly metadata: readonly MetadataRow[];
  /** The layer stack, parents first, then the layers that arcs lead to. */
  readonly layers: readonly LayerRow[];
  /** Number of layers beyond the limit of rows. */
  readonly hiddenLayers: number;
  readonly rootPrims: number;
  /** Why the text of the editor is not composed; null if it is, or nothing is edited. */
  readonly textProblem: string | null;
}

/** A field of metadata. */
export interface MetadataRow {
  readonly name: string;
  readonly value: string;
  readonly isAuthored: boolean;
}

/** A layer of the stage. */
export interface LayerRow {
  /** Absolute path; of a layer in a package with its path there: `/a/b.usdz[c.usdc]`. */
  readonly layer: string;
  /** Relative to the folder of the root layer. */
  readonly name: string;
  readonly depth: number;
  readonly kind: "session" | "root" | "sublayer" | "arc";
  /** `offset 10, scale 2`, or "" for the identity. */
  readonly offset: string;
}

/** A page of children. */
export interface PrimPage {
  readonly prim: string;
  readonly from: number;
  readonly rows: readonly PrimRow[];
  /** Number of all children. */
  readonly total: number;
}

/** A prim of the tree. */
export interface PrimRow {
  readonly path: string;
  readonly name: string;
  readonly typeName: string;
  readonly specifier: "def" | "over" | "class";
  readonly primKind: string | null;
  readonly isActive: boolean;
  readonly isInstance: boolean;
  /** Whether it is below an instance: part of its prototype. */
  readonly isInstanceProxy: boolean;
  /** Null if the prim has no payload. */
  readonly payload: "loaded" | "unloaded" | null;
  /** Number of children: 0 for a prim that is not active. */
  readonly children: number;
}

/** A prim, its variant sets and its properties. */
export interface PrimView {
  readonly row: PrimRow;
  readonly apiSchemas: readonly string[];
  readonly variantSets: readonly VariantSetView[];
  /** Null if the prim is no instance, or not all prims were composed yet. */
  readonly prototype: string | null;
  readonly properties: readonly PropertyRow[];
  /** Number of properties beyond the limit of rows. */
  readonly hiddenProperties: number;
  /** The specs of the prim, strongest first. */
  readonly specs: readonly OpinionRow[];
  /** The bound materials, by purpose. */
  readonly materials: readonly MaterialView[];
}

/** A material that a prim is bound to, or the prim itself. */
export interface MaterialView {
  readonly path: string;
  /** "" for all purposes. */
  readonly purpose: string;
  readonly textures: readonly TextureView[];
}

/** A texture of a material. */
export interface TextureView {
  /** The attribute with the asset path. */
  readonly path: string;
  readonly assetPath: string;
  /** The layer that has the asset path. */
  readonly layer: string;
}

/** A variant set of a prim. */
export interface VariantSetView {
  readonly name: string;
  readonly variants: readonly string[];
  /** "" without a selection. */
  readonly selected: string;
  /** Whether the selection is the user's, on the page or on the command line. */
  readonly isChosen: boolean;
}

/** A property of a prim. */
export interface PropertyRow {
  readonly name: string;
  /** Of an attribute `float3[]`; `rel` of a relationship. */
  readonly typeName: string;
  /** Shortened; "" without a value. */
  readonly value: string;
  /** What has the value: a field, a value clip, the schema, or nothing. */
  readonly source: "default" | "timeSamples" | "spline" | "clip" | "fallback" | "targets" | "connections" | "none";
  /** Number of time samples. */
  readonly samples: number;
  readonly isAuthored: boolean;
  /** The whole value as a field shows it; null of relationships and of arrays. */
  readonly field: string | null;
}

/** A statement that a click opens. */
export interface StagePlace {
  /** As in {@link LayerRow}. */
  readonly layer: string;
  /** Of the layer, relative to the folder of the root layer. */
  readonly name: string;
  /** Null in crates. */
  readonly line: number | null;
  readonly column: number | null;
  /** The spec in the layer. */
  readonly specPath: string;
}

/** An opinion of a layer. */
export interface OpinionRow extends StagePlace {
  readonly arc: string;
  /** The field of a property; the specifier and type of a prim. */
  readonly field: string;
  readonly value: string;
}

/** The results of a search. */
export interface SearchView {
  readonly text: string;
  readonly rows: readonly PrimRow[];
  /** Whether there are more. */
  readonly hasMore: boolean;
  /** Whether parts of instances were not searched: path expressions do not match them. */
  readonly omitsInstances: boolean;
  /** Why the expression cannot be evaluated; null if it can. */
  readonly problem: string | null;
}

/** The composition errors of a stage. */
export interface ProblemsView {
  readonly rows: readonly ProblemRow[];
  /** Includes errors beyond the limit of rows. */
  readonly count: number;
  /** Number of prims that were composed to find them. */
  readonly prims: number;
  /** Whether these are all prims of the stage. */
  readonly isComplete: boolean;
}

/** A composition error. */
export interface ProblemRow {
  readonly code: string;
  readonly message: string;
  /** "/" for the layer stack. */
  readonly prim: string;
  readonly place: StagePlace | null;
}
