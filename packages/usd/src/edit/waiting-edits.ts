/** Edits of properties that are not written into the text of their layer yet. */
import { propertyPlace, type PropertyPlace, type TextEdit } from "@usdkit/usda";
import type { LayerDocument } from "./layer-document.ts";
import { NewProperty } from "./new-property.ts";

/** New properties of one prim, in their order. */
interface Additions {
  readonly place: PropertyPlace;
  readonly properties: NewProperty[];
}

/**
 * Edits of different properties of a layer, which are written together: one pass over the text instead of one for each. New
 * properties are edited by themselves until then.
 */
export class WaitingEdits {
  private readonly document: LayerDocument;
  private readonly edits: TextEdit[] = [];
  /** Paths of the properties that have those. */
  private readonly edited: Set<string> = new Set();
  /** By path of the spec that gets them. */
  private readonly additions: Map<string, Additions> = new Map();
  private readonly added: Map<string, NewProperty> = new Map();

  constructor(document: LayerDocument) {
    this.document = document;
  }

  /** Returns the new property at the path of a spec. */
  newProperty(path: string): NewProperty | undefined {
    return this.added.get(path);
  }

  /** Whether the text of a spec, or the place of what is added to it, depends on edits that wait. */
  concerns(path: string): boolean {
    if (this.edited.has(path) || this.additions.has(path)) return true;
    return this.additions.get(ownerOf(path))?.place.after === path;
  }

  /** Adds the edits of a property that {@link concerns} is false for. */
  add(path: string, edits: readonly TextEdit[]): void {
    this.edits.push(...edits);
    this.edited.add(path);
  }

  /**
   * Adds a property; false if it has to be written by itself, after all that waits.
   *
   * @throws EditError if the statement is not that of one property
   */
  addProperty(path: string, statement: string): boolean {
    const owner = ownerOf(path);
    let additions = this.additions.get(owner);
    if (additions === undefined) {
      const place = propertyPlace(this.document.layer, owner);
      if (!place.isOnOwnLines || (place.after !== undefined && this.edited.has(place.after))) return false;
      additions = { place, properties: [] };
    }
    const property = new NewProperty(this.document, path, statement);
    additions.properties.push(property);
    this.additions.set(owner, additions);
    this.added.set(path, property);
    return true;
  }

  /** Returns the edits of the text that write all. */
  get textEdits(): readonly TextEdit[] {
    const inserted = Array.from(this.additions.values(), ({ place, properties }) =>
      place.insert(properties.map(({ statements }) => statements)),
    );
    return [...this.edits, ...inserted];
  }
}

/** Returns the path of the spec that has a property; that of a prim itself. */
export function ownerOf(path: string): string {
  const dot = path.indexOf(".", path.lastIndexOf("}") + 1);
  return dot < 0 ? path : path.slice(0, dot);
}
