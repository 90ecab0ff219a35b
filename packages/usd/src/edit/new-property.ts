/** A property that edits add: it is edited by itself, and written into its layer with others. */
import { lookUpSpec, type Layer, type PropertySpec, type Spec } from "@usdkit/layer";
import { applyEdits, draftProperty, draftStatements, parseUsda, type ParseResult, type TextEdit } from "@usdkit/usda";
import type { EditedText } from "./edited-text.ts";
import { propertyAt, type LayerDocument } from "./layer-document.ts";
import { StageEditError } from "./stage-edit-error.ts";

/** A new property of a layer that is not in its text yet. */
export class NewProperty implements EditedText {
  /** The layer that it is written into. */
  readonly document: LayerDocument;
  /** Of the spec. */
  readonly path: string;
  private draft: ParseResult;

  /** @throws EditError if the statement is not that of one property */
  constructor(document: LayerDocument, path: string, statement: string) {
    this.document = document;
    this.path = path;
    this.draft = draftProperty(document.layer, path, statement);
  }

  get layer(): Layer {
    return this.draft.layer;
  }

  get statements(): string {
    return draftStatements(this.layer, this.path);
  }

  /** The property as it is now. */
  get spec(): PropertySpec | undefined {
    return this.property(this.path);
  }

  find(path: string): Spec | undefined {
    return lookUpSpec(this.layer, path);
  }

  property(path: string): PropertySpec | undefined {
    return propertyAt(this.layer, path);
  }

  /**
   * Applies text edits.
   *
   * @throws StageEditError if the text is not valid then; it is as before
   */
  edit(edits: readonly TextEdit[]): void {
    const parsed = parseUsda(applyEdits(this.layer.source ?? new Uint8Array(), edits));
    const [problem] = parsed.diagnostics;
    if (problem !== undefined) {
      throw new StageEditError(`The edit of ${this.path} is not valid: ${problem.message}`);
    }
    this.draft = parsed;
  }
}

/** Returns the property of a text that is new in its layer; undefined if the layer has it. */
export function newSpec({
  document,
  specPath,
}: {
  readonly document: EditedText;
  readonly specPath: string;
}): PropertySpec | undefined {
  return document instanceof NewProperty ? document.property(specPath) : undefined;
}
