/** Lists of arcs: references, payloads, sublayers, with their offsets and custom data. */
import type { ReferenceItem, SubLayerItem } from "@usdkit/layer";
import { normalPath } from "@usdkit/layer";
import { decimalToDouble } from "../scan/decimal.ts";
import * as pathReader from "../scan/path-reader.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import type { ArcItem } from "./arc-item.ts";
import { arcAsset, arcPrimPath, newArc } from "./arc-item.ts";
import { findDuplicateArcs } from "./duplicate-arcs.ts";
import { PathListActions } from "./path-list-actions.ts";
import type { UsdaToken } from "./token-stream.ts";
import * as tokens from "./tokens.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { PathBit } = pathReader;
const { TokenKind } = tokenKinds;
const { Assignment } = tokens;
const { Word } = vocabulary;

export abstract class ArcActions extends PathListActions {
  /** References may have custom data, payloads not. */
  protected arcsAreReferences = true;

  private arcs: ArcItem[] = [];
  private arc: ArcItem = newArc(0);
  private offsetParameter: "offset" | "scale" = "offset";
  private subLayerItems: SubLayerItem[] = [];

  // Results, in the order of the text; filled where views read.
  protected foundArcs: readonly ReferenceItem[] = [];
  protected foundSubLayers: readonly SubLayerItem[] = [];

  // References and payloads.

  arcsBegin(): void {
    if (this.arcs.length > 0) this.arcs = [];
    this.foundArcs = [];
  }

  arcInternal(token: UsdaToken): void {
    this.arc = newArc(token.start);
    if (this.arcs.length === 0) this.valueStart = Math.min(this.valueStart, token.start);
    this.arcPathToken(token);
  }

  arcAsset(token: UsdaToken): void {
    this.arc = newArc(token.start);
    this.arc.assetStart = token.start;
    this.arc.assetEnd = this.arc.end = token.end;
    this.checkAsset(token);
    if (token.end - token.start === (token.isTriple ? 6 : 2)) {
      this.report("USDA_PATH", "An asset path must not be empty here.", token.start, token.end, {
        hint: "Leave `@@` out for a reference within this layer: `</Prim>`.",
      });
    }
  }

  arcPath(token: UsdaToken): void {
    this.sameLine(token, "The prim path");
    this.arcPathToken(token);
  }

  private arcPathToken(token: UsdaToken): void {
    this.arc.end = token.end;
    this.arc.pathStart = token.start;
    this.arc.pathEnd = token.end;
    const bits = this.paths.classify(this.bytes, token.start + 1, token.end - 1);
    if (bits === 0) this.badPath(token);
    else if ((bits & PathBit.empty) !== 0) return;
    else if (
      (bits & PathBit.absolute) === 0 ||
      (bits & PathBit.prim) === 0 ||
      (bits & PathBit.variantSelection) !== 0
    ) {
      this.report(
        "USDA_PATH",
        `${this.quoteToken(token)} cannot be referenced: an absolute prim path was expected.`,
        token.start,
        token.end,
      );
    }
  }

  arcParametersOpen(token: UsdaToken): void {
    this.sameLine(token, "`(`");
    this.openStatements();
  }

  arcParametersClose(token: UsdaToken): void {
    this.closeStatements();
    this.arc.end = token.end;
  }

  arcParameter(token: UsdaToken): void {
    if (this.scanner.wordCount > 1) {
      const { start, end } = this.scanner.words[1];
      this.fault("USDA_UNEXPECTED", { start, end, kind: token.kind }, "`=` was expected.");
    }
    if (token.name === Word.customData && this.arcsAreReferences) {
      this.parser.relabel(Assignment.dictionary);
      return;
    }
    if (token.name !== Word.offset && token.name !== Word.scale) {
      const wanted = this.arcsAreReferences ? "`offset`, `scale` or `customData`" : "`offset` or `scale`";
      this.fault("USDA_UNEXPECTED", token, `${wanted} was expected, not ${this.quoteToken(token)}.`);
    }
    this.offsetParameter = token.name === Word.offset ? "offset" : "scale";
    this.parser.relabel(Assignment.number);
  }

  layerOffsetNumber(token: UsdaToken): void {
    let value: number;
    if (token.kind === TokenKind.number) value = decimalToDouble(this.bytes, token.start, token.end);
    else if (token.name === Word.inf) value = Infinity;
    else if (token.name === Word.nan) value = NaN;
    else this.fault("USDA_UNEXPECTED", token, "A number was expected.");
    this.arc[this.offsetParameter] = value;
  }

  arcCustomData(): void {
    // A second dictionary adds to the first.
    const before = this.arc.customData?.entries;
    const after = this.dictionary;
    const entries = before === undefined || after === undefined ? undefined : new Map([...before, ...after.entries]);
    this.arc.customData = entries === undefined ? after : { kind: "dictionary", entries };
    this.arc.hasCustomData = true;
  }

  arcDone(): void {
    this.arc.end = this.lastEnd();
    this.arcs.push(this.arc);
    this.valueStart = this.arcs[0].start;
    this.valueEnd = this.arc.end;
  }

  arcsEnd(): void {
    this.valueEnd = this.lastEnd();
    const arcs = this.arcs;
    this.checkNotEmpty(arcs.length, this.arcsAreReferences ? "references" : "payloads");
    if (!this.keep) {
      if (arcs.length < 2) return;
      for (const [arc, before] of findDuplicateArcs(this.bytes, arcs)) this.reportDuplicate(arc, before);
      return;
    }
    this.foundArcs = arcs.map((arc) => ({
      asset: arcAsset(this.bytes, arc),
      primPath: normalPath(arcPrimPath(this.bytes, arc)),
      layerOffset: { offset: arc.offset, scale: arc.scale },
      ...(arc.customData !== undefined && arc.customData.entries.size > 0 ? { customData: arc.customData } : {}),
      range: { start: arc.start, end: arc.end },
    }));
  }

  // Sublayers.

  subLayersBegin(): void {
    if (this.subLayerItems.length > 0) this.subLayerItems = [];
    this.arcsAreReferences = false;
  }

  subLayerAsset(token: UsdaToken): void {
    this.arc = newArc(token.start);
    this.arc.assetStart = token.start;
    this.arc.assetEnd = token.end;
    this.checkAsset(token);
  }

  subLayerDone(): void {
    if (!this.keep) return;
    this.subLayerItems.push({
      asset: arcAsset(this.bytes, this.arc),
      layerOffset: { offset: this.arc.offset, scale: this.arc.scale },
      range: { start: this.arc.start, end: this.lastEnd() },
    });
  }

  subLayersEnd(): void {
    this.foundSubLayers = this.subLayerItems;
  }
}
