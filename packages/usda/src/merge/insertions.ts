/** New content of owners, written after the other edits. */
import type { Layer, PrimLike, Spec } from "@usdkit/layer";
import { specToEdit } from "../edit/spec-to-edit.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits, type TextEdit } from "../text-edits/text-edit.ts";

type Owner = Spec & PrimLike & { readonly specType: "pseudoRoot" | "prim" | "variant" };

/** Builds the edits that write new content into an owner. */
export type Insertion = (layer: Layer, owner: Owner) => readonly TextEdit[];

/** Insertions by the path of their owner: one per owner at a time, as several at one place would overlap. */
export class Insertions {
  private readonly waiting = new Map<string, Insertion[]>();

  add({ path }: Owner, insertion: Insertion): void {
    const list = this.waiting.get(path);
    if (list === undefined) this.waiting.set(path, [insertion]);
    else list.push(insertion);
  }

  /** Returns the text with all insertions. */
  applyTo(edited: Uint8Array): Uint8Array {
    let text = edited;
    while (this.waiting.size > 0) {
      const { layer } = parseUsda(text);
      const edits: TextEdit[] = [];
      for (const [path, left] of this.waiting) {
        const insert = left.shift();
        const owner = specToEdit(layer, path);
        if (insert !== undefined && isOwner(owner)) edits.push(...insert(layer, owner));
        if (left.length === 0) this.waiting.delete(path);
      }
      text = applyEdits(text, edits);
    }
    return text;
  }
}

function isOwner(spec: Spec): spec is Owner {
  return spec.specType === "pseudoRoot" || spec.specType === "prim" || spec.specType === "variant";
}
