/** Quick fixes of findings, suppressions, all safe fixes together, and composed values authored in other layers. */
import type { CodeActionContext } from "vscode-languageserver-types";
import { fixScene, type Finding, type Fix } from "@usdkit/validate";
import type { CodeAction, TextEdit } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import { plain } from "../protocol/markdown.ts";
import { differenceOf, toTextEdits } from "../protocol/text-edits.ts";
import { authorActions, isAuthorAction, withAuthoredTexts } from "./author-actions.ts";
import { toDiagnostic } from "./diagnostics.ts";
import { onDocument, type Feature } from "./feature.ts";

/** Asked for by editors that fix on save. */
const FIX_ALL = `${CodeActionKind.SourceFixAll}.usda-lint`;
const MAX_ACTIONS = 100;

export const codeActions: Feature = {
  capabilities: {
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor, FIX_ALL],
      resolveProvider: true,
    },
  },
  register(session) {
    session.connection.onCodeAction(
      onDocument(session, null, async (document, { range, context }) => {
        const settings = await session.settings(document.uri);
        if (settings.isIgnored) return null;
        const check = document.check(settings);
        const actions: CodeAction[] = [];
        if (wants(context, CodeActionKind.QuickFix)) {
          const at = document.text.bytesOf(range);
          for (const finding of check.findingsAt(at, MAX_ACTIONS)) actions.push(...actionsOf(document, finding));
        }
        if (check.mayHaveSafeFix && wants(context, FIX_ALL)) {
          const action: CodeAction = { title: "Apply all safe fixes", kind: FIX_ALL, data: { uri: document.uri } };
          if (context.only === undefined) actions.push(action);
          else {
            // On save, no one resolves the action.
            const fixed = await withAllFixes(session, document, action);
            if (fixed.edit?.changes?.[document.uri]?.length !== 0) actions.push(fixed);
          }
        }
        if (wants(context, CodeActionKind.Refactor))
          actions.push(...(await authorActions(session, document, range.start)));
        return actions;
      }),
    );
    session.connection.onCodeActionResolve(async (action) => {
      if (isAuthorAction(action.data)) return withAuthoredTexts(session, action, action.data);
      const uri = uriOf(action.data);
      const document = uri === undefined ? undefined : session.document(uri);
      return document === undefined ? action : withAllFixes(session, document, action);
    });
  },
};

function uriOf(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("uri" in data)) return undefined;
  return typeof data.uri === "string" ? data.uri : undefined;
}

/** Kinds are names with dots: `source` asks for `source.fixAll`, too. */
function wants({ only }: CodeActionContext, kind: string): boolean {
  return only === undefined || only.some((each) => kind === each || kind.startsWith(`${each}.`));
}

function actionsOf(document: DocumentState, finding: Finding): CodeAction[] {
  const { uri, text } = document;
  const diagnostics = [toDiagnostic(uri, finding)];
  const change = (edits: TextEdit[]): Pick<CodeAction, "edit"> => ({ edit: { changes: { [uri]: edits } } });
  const actions = finding.fixes.map((fix: Fix, index): CodeAction => {
    return {
      title: plain(fix.safe ? fix.title : `${fix.title} (may change the scene)`),
      kind: CodeActionKind.QuickFix,
      diagnostics,
      ...(fix.safe && index === 0 ? { isPreferred: true } : {}),
      ...change(toTextEdits(text, fix.edits)),
    };
  });
  if (!finding.rule.startsWith("usda-")) {
    actions.push({
      title: `Suppress ${finding.rule} here`,
      kind: CodeActionKind.QuickFix,
      diagnostics,
      ...change([suppression(document, finding)]),
    });
  }
  return actions;
}

/** A comment on the line before, with its indentation. */
function suppression({ text }: DocumentState, { rule, start }: Finding): TextEdit {
  // The header must stay the first line; a finding on it is about the whole file.
  const isFile = start.line === 1;
  const line = isFile ? 1 : start.line - 1;
  const lineStart = text.lineStarts[line] ?? text.bytes.length;
  const indent =
    /^[ \t]*/.exec(text.slice({ start: lineStart, end: text.lineEnd(Math.min(line, text.lineCount - 1)) }))?.[0] ?? "";
  const missingEnd = line >= text.lineCount ? "\n" : "";
  const directive = isFile ? "disable" : "disable-next-line";
  const position = text.positionAt(lineStart);
  return {
    range: { start: position, end: position },
    newText: `${missingEnd}${isFile ? "" : indent}# usda-lint-${directive} ${rule}\n`,
  };
}

async function withAllFixes(session: Session, document: DocumentState, action: CodeAction): Promise<CodeAction> {
  const { check } = await session.settings(document.uri);
  const { source } = fixScene(document.text.bytes, check);
  const edit = differenceOf(document.text.bytes, source);
  const edits = edit === undefined ? [] : toTextEdits(document.text, [edit]);
  return { ...action, edit: { changes: { [document.uri]: edits } } };
}
