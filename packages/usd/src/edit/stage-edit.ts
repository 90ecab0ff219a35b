/** Edits of a stage as data. */
import type { Specifier } from "@usdkit/layer";

/** Where an item is added to a list op; items are kept unique. Default: `prepend`, behind the items that are prepended already. */
export type ListPosition = "prepend" | "append";

/** Sets the value of an attribute, of one that does not exist yet too. */
export interface SetEdit {
  readonly op: "set";
  /** Of the attribute: `/World/Chair.size`. */
  readonly path: string;
  /**
   * As a dump has it: `1.5`, `[0, 1, 2]`, `"red"`, `"inf"`; null is `None`, which hides weaker values. Programs may also give a
   * value of the model.
   */
  readonly value: unknown;
  /** Type of an attribute that does not exist yet: `double3`. */
  readonly type?: string | undefined;
  /** In time codes of the stage; null for the default value. */
  readonly time?: number | null | undefined;
  /** Whether a new attribute is custom. Default: yes, if no schema defines it. */
  readonly custom?: boolean | undefined;
  /** Whether a new attribute is uniform. */
  readonly uniform?: boolean | undefined;
}

/** Removes the values of an attribute that the target has, or the one at a time. */
export interface ClearEdit {
  readonly op: "clear";
  readonly path: string;
  /** In time codes of the stage; null for the default value, all values if left out. */
  readonly time?: number | null | undefined;
}

/** Sets a metadata field of the layer (`/`), a prim or a property. */
export interface MetadataEdit {
  readonly op: "metadata";
  readonly path: string;
  /** Name or keyword: `kind`, `documentation`, `doc`, `typeName`, `specifier`. */
  readonly field: string;
  /** As a dump has it; null removes the field. */
  readonly value: unknown;
}

/** Adds a prim, or declares it where it has opinions only. */
export interface AddEdit {
  readonly op: "add";
  readonly path: string;
  /** Type name; "" for none. */
  readonly type?: string | undefined;
  /** Default `def`. */
  readonly specifier?: Specifier | undefined;
}

/** Removes a prim or a property from the target. */
export interface RemoveEdit {
  readonly op: "remove";
  readonly path: string;
  /** Removes the prim or property from the stage: the opinions of all layers that may be changed. */
  readonly everywhere?: boolean | undefined;
}

/** Renames a prim or a property of the stage, in all layers that may be changed. */
export interface RenameEdit {
  readonly op: "rename";
  readonly path: string;
  readonly name: string;
}

/** Moves a prim or a property of the stage to another path, in all layers that may be changed. */
export interface MoveEdit {
  readonly op: "move";
  readonly path: string;
  readonly to: string;
}

/** Adds or removes an arc of a prim. */
export interface ArcEdit {
  readonly op: "reference" | "payload" | "inherit" | "specialize";
  readonly path: string;
  /** Of references and payloads, as the target has it. "" or left out: the layer stack of the target. */
  readonly asset?: string | undefined;
  /** The prim that the arc leads to; of the default prim, if left out. */
  readonly prim?: string | undefined;
  /**
   * Maps times of what is referenced to those of the layer that is edited: `time * scale + offset`. Written as given: a layer with an
   * offset of its own maps the times of references to other layers once more.
   */
  readonly offset?: number | undefined;
  readonly scale?: number | undefined;
  readonly list?: ListPosition | undefined;
  readonly remove?: boolean | undefined;
}

/** Adds or removes a sublayer of the target's layer. */
export interface SublayerEdit {
  readonly op: "sublayer";
  readonly asset: string;
  readonly offset?: number | undefined;
  readonly scale?: number | undefined;
  readonly list?: ListPosition | undefined;
  readonly remove?: boolean | undefined;
}

/** Selects a variant. */
export interface SelectEdit {
  readonly op: "select";
  readonly path: string;
  /** Name of the variant set. */
  readonly set: string;
  /** "" selects none; null removes the selection from the target. */
  readonly variant: string | null;
}

/** Sets the targets of a relationship, or the connections of an attribute. */
export interface TargetsEdit {
  readonly op: "targets" | "connect";
  readonly path: string;
  /** Paths of the stage: a list, or list operations as a dump has them; null removes the opinion. */
  readonly value: readonly string[] | Readonly<Record<string, readonly string[]>> | null;
  /** Type of an attribute that does not exist yet. */
  readonly type?: string | undefined;
}

/**
 * One edit of a stage: paths and times are those of the stage, values are as in a dump.
 *
 * ```ts
 * const edits: StageEdit[] = [
 *   { op: "add", path: "/World/Ball", type: "Sphere" },
 *   { op: "set", path: "/World/Ball.radius", value: 2 },
 * ];
 * ```
 */
export type StageEdit =
  | SetEdit
  | ClearEdit
  | MetadataEdit
  | AddEdit
  | RemoveEdit
  | RenameEdit
  | MoveEdit
  | ArcEdit
  | SublayerEdit
  | SelectEdit
  | TargetsEdit;
