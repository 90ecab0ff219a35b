/** A layer that is edited: its text, which every edit changes in place. */
import { quote } from "@usdkit/base";
import { lookUpSpec, type Layer, type PropertySpec, type Spec } from "@usdkit/layer";
import { mergeEdits, parseUsda, printUsdaBytes, type ParseResult, type TextEdit } from "@usdkit/usda";
import type { LayerEncoding } from "../open/open-layer.ts";
import { writeUsdc } from "@usdkit/usdc";
import { layerContents, type LayerContents, type StageLayer } from "../resolve/stage-layer.ts";
import type { EditedText } from "./edited-text.ts";
import { inverseEdits } from "./inverse-edits.ts";
import { reparseEdits } from "./reparse-edits.ts";
import { StageEditError } from "./stage-edit-error.ts";

/**
 * The contents of a layer as text. A crate is printed for it, and written again as a crate; its bytes stay the same until an edit
 * changes its content.
 */
export class LayerDocument implements EditedText {
  readonly stageLayer: StageLayer;
  private readonly encoding: LayerEncoding;
  private parsed: ParseResult;
  /** The number of the content: a new one for each edit, that before for an edit that is undone. */
  private state = 0;
  private states = 0;
  /** By state: the contents of the file that was read first, so that undone edits give the same bytes, and of the one that was written last. */
  private readonly files: Map<number, LayerContents>;
  /** The state that the file has. */
  private saved = 0;

  constructor(stageLayer: StageLayer) {
    this.stageLayer = stageLayer;
    this.encoding = stageLayer.opened?.encoding ?? "usda";
    this.files = new Map([[0, stageLayer.contents]]);
    this.parsed = asText(stageLayer);
  }

  get layer(): Layer {
    return this.parsed.layer;
  }

  /** Whether the content differs from that of the file. */
  get isChanged(): boolean {
    return this.state !== this.saved;
  }

  /** What the stage composes: the file's own contents, if nothing is different. */
  get contents(): LayerContents {
    return this.files.get(this.state) ?? layerContents(this.layer);
  }

  /** Returns the content as it is now. */
  snapshot(): LayerSnapshot {
    return new LayerSnapshot(this.layer, this.encoding, this.files.get(this.state));
  }

  /** The bytes of the layer as they were read, without any edit. */
  get fileBytes(): Uint8Array {
    return this.files.get(this.saved)?.opened?.bytes ?? new Uint8Array();
  }

  /** Notes that the file has the content that the document has now. */
  noteSaved(): void {
    const { opened } = this.files.get(this.state) ?? layerContents(this.layer);
    if (!this.files.has(this.state)) {
      const { bytes } = this.snapshot();
      this.files.set(this.state, { layer: this.layer, opened: opened && { ...opened, bytes } });
    }
    // The bytes of states between are written from their content again: each save would keep a copy of a large layer.
    if (this.saved !== 0 && this.saved !== this.state) this.files.delete(this.saved);
    this.saved = this.state;
  }

  /** Returns the spec at a path; undefined if there is none. */
  find(path: string): Spec | undefined {
    return lookUpSpec(this.layer, path);
  }

  /** Returns the property at a path; undefined if there is none. */
  property(path: string): PropertySpec | undefined {
    return propertyAt(this.layer, path);
  }

  /**
   * Applies text edits.
   *
   * @throws StageEditError if the text is not valid then; it is as before
   */
  edit(edits: readonly TextEdit[]): DocumentChange {
    const before = this.state;
    const inverse = this.apply(mergeEdits(edits));
    if (inverse.length > 0) this.state = ++this.states;
    return { document: this, inverse, before, after: this.state };
  }

  /** Takes back a change of this document: the last one that was made and is not undone. */
  undo({ inverse, before, after }: DocumentChange): void {
    if (this.state !== after) {
      throw new StageEditError(`${quote(this.stageLayer.identifier)} has later edits: undo them first`);
    }
    this.apply(inverse);
    this.state = before;
  }

  private apply(edits: readonly TextEdit[]): readonly TextEdit[] {
    if (edits.length === 0) return [];
    const before = sourceOf(this.layer);
    const parsed = reparseEdits(this.parsed, edits);
    const [problem] = parsed.diagnostics;
    if (problem !== undefined) {
      throw new StageEditError(`The edit of ${quote(this.stageLayer.identifier)} is not valid: ${problem.message}`);
    }
    this.parsed = parsed;
    return inverseEdits(before, edits);
  }
}

/** Returns the property at a path of a layer; undefined if there is none. */
export function propertyAt(layer: Layer, path: string): PropertySpec | undefined {
  const spec = lookUpSpec(layer, path);
  return spec?.specType === "attribute" || spec?.specType === "relationship" ? spec : undefined;
}

/** The content of a layer at some moment. */
export class LayerSnapshot {
  private readonly layer: Layer;
  private readonly encoding: LayerEncoding;
  private readonly file: LayerContents | undefined;

  constructor(layer: Layer, encoding: LayerEncoding, file: LayerContents | undefined) {
    this.layer = layer;
    this.encoding = encoding;
    this.file = file;
  }

  /** As text, also of a crate. */
  get text(): Uint8Array {
    return sourceOf(this.layer);
  }

  /** In the encoding of the layer. */
  get bytes(): Uint8Array {
    const opened = this.file?.opened;
    if (opened !== undefined) return opened.bytes;
    return this.encoding === "usdc" ? writeUsdc(this.layer) : this.text;
  }
}

function sourceOf({ source = new Uint8Array() }: Layer): Uint8Array {
  return source;
}

/** A change of a document, for undoing it. */
export interface DocumentChange {
  readonly document: LayerDocument;
  readonly inverse: readonly TextEdit[];
  readonly before: number;
  readonly after: number;
}

function asText({ identifier, contents: { layer, opened } }: StageLayer): ParseResult {
  const { source } = layer;
  if (source !== undefined && (opened === undefined || opened.encoding === "usda")) {
    return { layer, diagnostics: [], ok: true };
  }
  if (opened?.encoding === "mtlx") {
    throw new StageEditError(
      `${quote(identifier)} is a MaterialX document, which is read only: edit a layer that refers to it`,
    );
  }
  const parsed = parseUsda(printUsdaBytes(layer));
  const [problem] = parsed.diagnostics;
  if (problem === undefined) return parsed;
  throw new StageEditError(`${quote(identifier)} cannot be edited as text: ${problem.message}`);
}
