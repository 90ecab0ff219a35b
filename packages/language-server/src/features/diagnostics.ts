/** Findings of the rules and of the parser, published as the text changes. */
import type { Finding, SceneCheck } from "@usdkit/validate";
import type { Diagnostic, Range } from "vscode-languageserver-types";
import { DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { MAX_DOCUMENT_BYTES } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import { plain } from "../protocol/markdown.ts";
import type { Feature } from "./feature.ts";
import { StageFindings } from "./stage-findings.ts";

/** More findings than this are counted, not listed. */
const MAX_PUBLISHED = 1000;
/** Milliseconds without a change before a document is checked. */
const QUIET_TIME = 5;
const SYNTAX = "usda-syntax";
const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const SEVERITIES: Readonly<Record<Finding["severity"], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A check that is expected to take longer waits for a pause; until then, the findings before it move with the text. Milliseconds. */
const LONG_CHECK = 100;
/** Milliseconds without a change before such a check. */
const PAUSE = 150;

/** Milliseconds that the last checks of a document took: of all prims, and of those that an edit changed. */
interface Times {
  whole?: number;
  part?: number;
}

export const diagnostics: Feature = {
  capabilities: {},
  register(session) {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const checked = new Map<string, Times>();
    const later = (uri: string, milliseconds: number, run: () => Promise<void>): void => {
      clearTimeout(timers.get(uri));
      const runLogged = (): void => void run().catch((error: unknown) => session.logError("Diagnostics", error));
      timers.set(uri, setTimeout(runLogged, milliseconds));
    };
    const stages = new StageFindings(session, (uri) => later(uri, QUIET_TIME, () => check(uri)));
    const check = (uri: string): Promise<void> => publish(session, uri, { checked, stages });
    const changed = async (uri: string): Promise<void> => {
      const settings = await session.settings(uri);
      const times = checked.get(uri);
      const isWhole = session.document(uri)?.isCheckedWhole(settings) !== false;
      const expected = (isWhole ? times?.whole : times?.part) ?? 0;
      if (expected <= LONG_CHECK) return check(uri);
      await publishMoved(session, uri, stages);
      later(uri, PAUSE, () => check(uri));
    };
    session.onChange(({ uri }) => later(uri, QUIET_TIME, () => changed(uri)));
    session.onClose((uri) => {
      clearTimeout(timers.get(uri));
      timers.delete(uri);
      checked.delete(uri);
      void session.connection.sendDiagnostics({ uri, diagnostics: [] });
    });
  },
};

interface Checks {
  /** By document. */
  readonly checked: Map<string, Times>;
  readonly stages: StageFindings;
}

async function publish(session: Session, uri: string, { checked, stages }: Checks): Promise<void> {
  const settings = await session.settings(uri);
  const document = session.document(uri);
  // Closed in the meantime.
  if (document === undefined) return;
  const found: Diagnostic[] = [];
  if (settings.problem !== undefined) found.push(about(`Configuration: ${settings.problem}`, "configuration"));
  if (document.isTooLarge) found.push(tooLarge(document));
  else if (!settings.isIgnored) {
    const kind = document.isCheckedWhole(settings) ? "whole" : "part";
    void document.parsed;
    const start = performance.now();
    const check = document.check(settings);
    checked.set(uri, { ...checked.get(uri), [kind]: performance.now() - start });
    found.push(...diagnosticsOf(document, check), ...onStage(document, stages));
    session.host.workDone?.();
  }
  await session.connection.sendDiagnostics({ uri, version: document.version, diagnostics: found });
}

/** Publishes the errors of the syntax, and what the rules found before the edits, at the places where these are now. */
async function publishMoved(session: Session, uri: string, stages: StageFindings): Promise<void> {
  const document = session.document(uri);
  if (document === undefined || document.isTooLarge) return;
  const { text, parsed, version } = document;
  const found = parsed.diagnostics.slice(0, MAX_PUBLISHED).map(({ message, hint, range }): Diagnostic => {
    return {
      range: text.rangeOf(range),
      severity: DiagnosticSeverity.Error,
      source: "usda-lint",
      code: SYNTAX,
      message: textOf(message, hint),
    };
  });
  for (const { finding, range } of document.earlierFindings(MAX_PUBLISHED)) {
    if (found.length >= MAX_PUBLISHED) break;
    if (finding.rule !== SYNTAX)
      found.push({ ...toDiagnostic(uri, finding), range: text.rangeOf(range), relatedInformation: [] });
  }
  found.push(...onStage(document, stages));
  await session.connection.sendDiagnostics({ uri, version, diagnostics: found });
}

/** Returns findings as the protocol has them, at most 1000. */
function diagnosticsOf({ uri }: DocumentState, check: SceneCheck): Diagnostic[] {
  const shown = check.findings(MAX_PUBLISHED).map((finding) => toDiagnostic(uri, finding));
  const left = check.count - shown.length;
  if (left > 0) shown.push(about(`${left} more findings are not listed.`, "limit"));
  return shown;
}

/** Returns the findings on the stage of a document, as the protocol has them. */
function onStage(document: DocumentState, stages: StageFindings): Diagnostic[] {
  const { uri, text } = document;
  const shown = stages
    .of(document)
    .map(({ finding, range }) => ({ ...toDiagnostic(uri, finding), range: text.rangeOf(range) }));
  if (stages.isLimited(uri)) {
    shown.push(
      about("The stage is too large to be checked whole here. Run usda-lint --composed on the file.", "limit"),
    );
  }
  return shown;
}

/** Returns a finding as the protocol has it. */
export function toDiagnostic(uri: string, finding: Finding): Diagnostic {
  const { rule, code, message, hint, severity, effect, related } = finding;
  return {
    range: rangeOf(finding),
    severity: SEVERITIES[severity],
    code: rule,
    source: "usda-lint",
    message: textOf(message, hint),
    ...(effect === "ignored" && severity !== "error" ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    relatedInformation: related.map((place) => ({
      location: { uri, range: rangeOf(place) },
      message: plain(place.message),
    })),
    data: { rule, code },
  };
}

function textOf(message: string, hint: string | undefined): string {
  // A hint may be a snippet of several lines.
  return [message, ...(hint?.split("\n") ?? [])].map(plain).join("\n");
}

/** Returns the protocol's range of a finding: lines and columns from 0. */
function rangeOf({ start, end }: Pick<Finding, "start" | "end">): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

function about(message: string, code: string): Diagnostic {
  return { range: START, severity: DiagnosticSeverity.Information, source: "usda-lint", code, message: plain(message) };
}

function tooLarge({ text }: DocumentState): Diagnostic {
  const size = (text.bytes.length / 1024 ** 2).toFixed(1);
  const limit = MAX_DOCUMENT_BYTES / 1024 ** 2;
  return {
    ...about(
      `The text has ${size} MiB and is not checked: the limit is ${limit} MiB. Run usda-lint on the file.`,
      "size",
    ),
    severity: DiagnosticSeverity.Warning,
  };
}
