/** Folds of prims, variants, long statements, metadata entries and comments. */
import type { ByteRange, Spec } from "@usdkit/layer";
import type { FoldingRange } from "vscode-languageserver-types";
import { FoldingRangeKind } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { onDocument, type Feature } from "./feature.ts";

const MAX_FOLDS = 20_000;

export const folding: Feature = {
  capabilities: { foldingRangeProvider: true },
  register(session) {
    session.connection.onFoldingRanges(onDocument(session, null, (document) => foldsOf(document)));
  },
};

/** Returns the folds of a document; of several on one line the largest. */
function foldsOf({ text, layer }: DocumentState): FoldingRange[] {
  const folds = new Map<number, FoldingRange>();
  const add = ({ start, end }: ByteRange, kind?: FoldingRangeKind): void => {
    const startLine = text.lineAt(start);
    // The line of the closing bracket stays.
    const endLine = text.lineAt(Math.max(start, end - 1)) - (kind === undefined ? 1 : 0);
    if (endLine <= startLine || folds.size >= MAX_FOLDS) return;
    if ((folds.get(startLine)?.endLine ?? -1) >= endLine) return;
    folds.set(startLine, { startLine, endLine, ...(kind === undefined ? {} : { kind }) });
  };
  const waiting: Spec[] = [layer.root];
  for (let spec = waiting.pop(); spec !== undefined && folds.size < MAX_FOLDS; spec = waiting.pop()) {
    if (spec.specType !== "pseudoRoot" && spec.range !== undefined) add(spec.range);
    for (const { entries } of spec.fields.values()) for (const { range } of entries) add(range);
    if (spec.specType === "attribute" || spec.specType === "relationship") {
      if ((spec.statementCount ?? 1) > 1) for (const statement of spec.statements) add(statement);
    } else if (spec.specType === "variantSet") waiting.push(...spec.variants);
    else {
      for (const each of spec.properties) waiting.push(each);
      for (const each of spec.variantSets) waiting.push(each);
      for (const each of spec.children) waiting.push(each);
    }
  }
  for (const run of commentRuns(
    layer.comments.map(({ range }) => range),
    text,
  ))
    add(run, FoldingRangeKind.Comment);
  return [...folds.values()].sort((a, b) => a.startLine - b.startLine);
}

/** Comments on lines that follow each other are one fold. */
function* commentRuns(comments: readonly ByteRange[], text: DocumentState["text"]): Generator<ByteRange> {
  let run: ByteRange | undefined;
  for (const comment of comments) {
    if (run !== undefined && text.lineAt(comment.start) === text.lineAt(run.end) + 1) {
      run = { start: run.start, end: comment.end };
      continue;
    }
    if (run !== undefined) yield run;
    run = comment;
  }
  if (run !== undefined) yield run;
}
