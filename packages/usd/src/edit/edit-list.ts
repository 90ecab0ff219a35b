/** Edits written as calls. */
import type { Specifier } from "@usdkit/layer";
import type { ArcEdit, MetadataEdit, SelectEdit, SetEdit, StageEdit, SublayerEdit, TargetsEdit } from "./stage-edit.ts";

type ArcOptions = Omit<ArcEdit, "op" | "path">;

/**
 * Collects edits, for `Stage.edit`.
 *
 * ```ts
 * await stage.edit({ target: "look.usda" }, (edit) => {
 *   edit.add("/World/Ball", { type: "Sphere" });
 *   edit.set("/World/Ball.radius", 2);
 * });
 * ```
 */
export class EditList {
  readonly edits: StageEdit[] = [];

  /** Sets the value of an attribute; `type` for one that does not exist yet. */
  set(path: string, value: unknown, options: Omit<SetEdit, "op" | "path" | "value"> = {}): this {
    return this.push({ op: "set", path, value, ...options });
  }

  /** Removes the values of an attribute, or the one at a time. */
  clear(path: string, time?: number | null): this {
    return this.push({ op: "clear", path, time });
  }

  /** Sets a metadata field; null removes it. */
  metadata(path: string, field: string, value: MetadataEdit["value"]): this {
    return this.push({ op: "metadata", path, field, value });
  }

  /** Adds a prim. */
  add(path: string, options: { readonly type?: string; readonly specifier?: Specifier } = {}): this {
    return this.push({ op: "add", path, ...options });
  }

  /** Removes a prim or a property from the target. */
  remove(path: string, options: { readonly everywhere?: boolean } = {}): this {
    return this.push({ op: "remove", path, ...options });
  }

  /** Renames a prim or a property. */
  rename(path: string, name: string): this {
    return this.push({ op: "rename", path, name });
  }

  /** Moves a prim or a property. */
  move(path: string, to: string): this {
    return this.push({ op: "move", path, to });
  }

  /** Adds or removes a reference. */
  reference(path: string, options: ArcOptions): this {
    return this.push({ op: "reference", path, ...options });
  }

  /** Adds or removes a payload. */
  payload(path: string, options: ArcOptions): this {
    return this.push({ op: "payload", path, ...options });
  }

  /** Adds or removes an inherits arc to a prim of the stage. */
  inherit(path: string, prim: string, options: Pick<ArcEdit, "list" | "remove"> = {}): this {
    return this.push({ op: "inherit", path, prim, ...options });
  }

  /** Adds or removes a specializes arc to a prim of the stage. */
  specialize(path: string, prim: string, options: Pick<ArcEdit, "list" | "remove"> = {}): this {
    return this.push({ op: "specialize", path, prim, ...options });
  }

  /** Adds or removes a sublayer of the target. */
  sublayer(asset: string, options: Omit<SublayerEdit, "op" | "asset"> = {}): this {
    return this.push({ op: "sublayer", asset, ...options });
  }

  /** Selects a variant; null removes the selection. */
  select(path: string, set: string, variant: SelectEdit["variant"]): this {
    return this.push({ op: "select", path, set, variant });
  }

  /** Sets the targets of a relationship; null removes them. */
  targets(path: string, value: TargetsEdit["value"]): this {
    return this.push({ op: "targets", path, value });
  }

  /** Sets the connections of an attribute; null removes them. */
  connect(path: string, value: TargetsEdit["value"], options: Pick<TargetsEdit, "type"> = {}): this {
    return this.push({ op: "connect", path, value, ...options });
  }

  private push(edit: StageEdit): this {
    this.edits.push(edit);
    return this;
  }
}
