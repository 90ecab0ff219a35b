/** Requests beyond the protocol: the prim at a position, and where a prim is. Editors with a picture of the scene need both. */
import type { Position, Range } from "vscode-languageserver-types";
import type { Session } from "../document/session.ts";
import type { DocumentState } from "../document/document-state.ts";
import { findTarget } from "../scene/path-at.ts";
import { primOf, specAt } from "../syntax/spec-at.ts";
import type { Feature } from "./feature.ts";

/** The answer to `usda/primAt`. */
interface PrimPath {
  readonly path: string;
}

/** The answer to `usda/primRange`: the whole statement, and the name in it. */
interface PrimRange {
  readonly range: Range;
  readonly selectionRange: Range;
}

export const primPlaces: Feature = {
  capabilities: {},
  register(session) {
    session.connection.onRequest("usda/primAt", (params: unknown): PrimPath | null => {
      const document = documentOf(session, params);
      const position = positionOf(params);
      if (document === undefined || position === undefined) return null;
      const prim = primOf(specAt(document.layer, document.offsetAt(position)));
      return prim === undefined ? null : { path: prim.path };
    });

    session.connection.onRequest("usda/primRange", (params: unknown): PrimRange | null => {
      const document = documentOf(session, params);
      const path = field(params, "path");
      if (document === undefined || typeof path !== "string") return null;
      const spec = findTarget(document.layer, path);
      if (spec?.specType !== "prim" || spec.nameRange === undefined) return null;
      const { text } = document;
      return { range: text.rangeOf(spec.range ?? spec.nameRange), selectionRange: text.rangeOf(spec.nameRange) };
    });
  },
};

function documentOf(session: Session, params: unknown): DocumentState | undefined {
  const uri = field(field(params, "textDocument"), "uri");
  const document = typeof uri === "string" ? session.document(uri) : undefined;
  return document?.isTooLarge === true ? undefined : document;
}

function positionOf(params: unknown): Position | undefined {
  const position = field(params, "position");
  const [line, character] = [field(position, "line"), field(position, "character")];
  return typeof line === "number" && typeof character === "number" ? { line, character } : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
