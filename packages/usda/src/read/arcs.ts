/** References, payloads and sublayers, with their offsets and custom data. */
import type { ReferenceItem, SubLayerItem } from "@usdkit/layer";
import { normalPath } from "@usdkit/layer";
import { decimalToDouble } from "../scan/decimal.ts";
import { PathBit } from "../scan/path-reader.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { ArcItem } from "./arc-item.ts";
import { arcAsset, arcPrimPath, newArc } from "./arc-item.ts";
import { Assignment } from "./assignment.ts";
import type { CommaLists } from "./comma-lists.ts";
import type { ReadContext } from "./context.ts";
import { findDuplicateArcs } from "./duplicate-arcs.ts";
import type { FoundValue } from "./found-value.ts";
import type { StatementLists } from "./statements.ts";
import type { Token } from "./token.ts";
import type { DictionaryReader } from "./values/dictionaries.ts";
import type { ValueReader } from "./values/values.ts";
import { Word } from "./words.ts";

/** The readers of an arc's parts. */
interface Parts {
  readonly statements: StatementLists;
  readonly lists: CommaLists;
  readonly values: ValueReader;
  readonly dictionaries: DictionaryReader;
  readonly found: FoundValue;
}

export class ArcReader {
  /** References accept custom data, payloads and sublayers do not. */
  areReferences = true;
  /** The references or payloads of the last list, if values are built. */
  references: readonly ReferenceItem[] = [];
  /** The sublayers of the last list, if values are built. */
  subLayers: SubLayerItem[] = [];

  private readonly context: ReadContext;
  private readonly parts: Parts;
  private readonly found: FoundValue;
  private arcs: ArcItem[] = [];
  private arc: ArcItem = newArc(0);
  private parameter: "offset" | "scale" = "offset";

  constructor(context: ReadContext, parts: Parts) {
    this.context = context;
    this.parts = parts;
    this.found = parts.found;
  }

  // References and payloads.

  begin(): void {
    if (this.arcs.length > 0) this.arcs = [];
    this.references = [];
  }

  /** An arc without an asset. */
  internal(token: Token): void {
    this.arc = newArc(token.start);
    if (this.arcs.length === 0) this.found.start = Math.min(this.found.start, token.start);
    this.path(token);
  }

  asset(token: Token): void {
    this.arc = newArc(token.start);
    this.arc.assetStart = token.start;
    this.arc.assetEnd = this.arc.end = token.end;
    this.parts.values.checkAsset(token);
    if (token.end - token.start === (token.isTriple ? 6 : 2)) {
      this.context.report("USDA_PATH", token, "The asset path must not be empty.", {
        hint: "Omit `@@` for a reference within this layer: `</Prim>`.",
      });
    }
  }

  /** The prim path after an asset. */
  assetPath(token: Token): void {
    this.context.sameLine(token, "the prim path");
    this.path(token);
  }

  private path(token: Token): void {
    this.arc.end = token.end;
    this.arc.pathStart = token.start;
    this.arc.pathEnd = token.end;
    const { context } = this;
    const bits = context.pathBits(token);
    if (bits === 0) context.badPath(token);
    else if ((bits & PathBit.empty) !== 0) return;
    else if (
      (bits & PathBit.absolute) === 0 ||
      (bits & PathBit.prim) === 0 ||
      (bits & PathBit.variantSelection) !== 0
    ) {
      context.report("USDA_PATH", token, `Expected an absolute prim path, found ${context.quote(token)}.`);
    }
  }

  parametersOpen(token: Token): void {
    this.context.sameLine(token, "`(`");
    this.parts.statements.open();
  }

  parametersClose(token: Token): void {
    this.parts.statements.close();
    this.arc.end = token.end;
  }

  parameterName(token: Token): void {
    const { context } = this;
    if (context.scanner.wordCount > 1) {
      const { start, end } = context.scanner.words[1];
      const place = { start, end, kind: token.kind };
      context.fault("USDA_UNEXPECTED", place, `Expected \`=\`, found ${context.quote(place)}.`);
    }
    if (token.name === Word.customData && this.areReferences) {
      context.tokens.relabel(Assignment.dictionary);
      return;
    }
    if (token.name !== Word.offset && token.name !== Word.scale) {
      const wanted = this.areReferences ? "`offset`, `scale` or `customData`" : "`offset` or `scale`";
      context.fault("USDA_UNEXPECTED", token, `Expected ${wanted}, found ${context.quote(token)}.`);
    }
    this.parameter = token.name === Word.offset ? "offset" : "scale";
    context.tokens.relabel(Assignment.number);
  }

  parameterNumber(token: Token): void {
    let value: number;
    if (token.kind === TokenKind.number) value = decimalToDouble(this.context.bytes, token.start, token.end);
    else if (token.name === Word.inf) value = Infinity;
    else if (token.name === Word.nan) value = NaN;
    else this.context.fault("USDA_UNEXPECTED", token, `Expected a number, found ${this.context.quote(token)}.`);
    this.arc[this.parameter] = value;
  }

  customData(): void {
    // A second dictionary adds to the first.
    const before = this.arc.customData?.entries;
    const after = this.parts.dictionaries.dictionary;
    const entries = before === undefined || after === undefined ? undefined : new Map([...before, ...after.entries]);
    this.arc.customData = entries === undefined ? after : { kind: "dictionary", entries };
    this.arc.hasCustomData = true;
  }

  itemDone(): void {
    this.arc.end = this.context.lastEnd();
    this.arcs.push(this.arc);
    this.found.start = this.arcs[0].start;
    this.found.end = this.arc.end;
  }

  end(): void {
    const { arcs, context } = this;
    const { lists } = this.parts;
    this.found.end = context.lastEnd();
    lists.checkNotEmpty(arcs.length, this.areReferences ? "references" : "payloads");
    // The first pass has checked the statement that a view reads.
    if (arcs.length > 1 && !context.sink.buildsValues) {
      for (const [arc, before] of findDuplicateArcs(context.bytes, arcs)) lists.reportDuplicate(arc, before);
    }
    if (!context.builds) return;
    this.references = arcs.map((arc) => ({
      asset: arcAsset(context.bytes, arc),
      primPath: normalPath(arcPrimPath(context.bytes, arc)),
      layerOffset: { offset: arc.offset, scale: arc.scale },
      ...(arc.customData !== undefined && arc.customData.entries.size > 0 ? { customData: arc.customData } : {}),
      range: { start: arc.start, end: arc.end },
    }));
  }

  // Sublayers.

  subLayersBegin(): void {
    if (this.subLayers.length > 0) this.subLayers = [];
    this.areReferences = false;
  }

  subLayer(token: Token): void {
    this.arc = newArc(token.start);
    this.arc.assetStart = token.start;
    this.arc.assetEnd = token.end;
    this.parts.values.checkAsset(token);
  }

  subLayerDone(): void {
    const { arc, context } = this;
    if (!context.builds) return;
    this.subLayers.push({
      asset: arcAsset(context.bytes, arc),
      layerOffset: { offset: arc.offset, scale: arc.scale },
      range: { start: arc.start, end: context.lastEnd() },
    });
  }
}
