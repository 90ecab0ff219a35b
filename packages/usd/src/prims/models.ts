/** Kinds of prims, and which prims are models. */
import { textOf } from "../values/plain-numbers.ts";
import { fromAbove } from "./from-above.ts";
import { isKind } from "./kinds.ts";
import type { PrimNode } from "./prim-node.ts";
import type { StageReader } from "./stage-reader.ts";

interface Model {
  readonly kind: string | undefined;
  /** Its kind is one of models, and its parent is a group. */
  readonly isModel: boolean;
  readonly isGroup: boolean;
}

const root: Model = { kind: undefined, isModel: true, isGroup: true };

/** The models of a stage: prims with the kind of a model whose parent is a group. Prototypes are groups. */
export class Models {
  private readonly reader: StageReader;
  private readonly known: Map<PrimNode, Model> = new Map();

  constructor(reader: StageReader) {
    this.reader = reader;
  }

  /** Returns the kind that layers author for a prim. */
  kind(prim: PrimNode): string | undefined {
    return this.model(prim).kind;
  }

  isModel(prim: PrimNode): boolean {
    return this.model(prim).isModel;
  }

  isGroup(prim: PrimNode): boolean {
    return this.model(prim).isGroup;
  }

  private model(prim: PrimNode): Model {
    return fromAbove(prim, this.known, root, (each, above) => {
      const kind = textOf(this.reader.metadata(each, "kind"));
      const isInGroup = above.isGroup || each.parent?.isInstance === true;
      const isA = (ancestor: string): boolean => isInGroup && kind !== undefined && isKind(kind, ancestor);
      return { kind, isModel: isA("model"), isGroup: isA("group") };
    });
  }
}
