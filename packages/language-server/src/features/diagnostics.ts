/** Findings of the rules and of the parser, published as the text changes. */
import type { Finding } from "@usdkit/validate";
import type { Diagnostic, Range } from "vscode-languageserver-types";
import { DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { MAX_DOCUMENT_BYTES } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import { plain } from "../protocol/markdown.ts";
import type { Feature } from "./feature.ts";

/** More findings than this are counted, not listed. */
const MAX_PUBLISHED = 1000;
/** Milliseconds without a change before a document is checked. */
const QUIET_TIME = 5;
const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const SEVERITIES: Readonly<Record<Finding["severity"], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

export const diagnostics: Feature = {
  capabilities: {},
  register(session) {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const cancel = (uri: string): void => {
      clearTimeout(timers.get(uri));
      timers.delete(uri);
    };
    session.onChange(({ uri }) => {
      cancel(uri);
      timers.set(
        uri,
        setTimeout(() => void publish(session, uri), QUIET_TIME),
      );
    });
    session.onClose((uri) => {
      cancel(uri);
      void session.connection.sendDiagnostics({ uri, diagnostics: [] });
    });
  },
};

async function publish(session: Session, uri: string): Promise<void> {
  try {
    const settings = await session.settings(uri);
    const document = session.document(uri);
    // Closed in the meantime.
    if (document === undefined) return;
    const found: Diagnostic[] = [];
    if (settings.problem !== undefined) found.push(about(`Configuration: ${settings.problem}`, "configuration"));
    if (document.isTooLarge) found.push(tooLarge(document));
    else if (!settings.isIgnored) found.push(...diagnosticsOf(document, document.check(settings).findings));
    await session.connection.sendDiagnostics({ uri, version: document.version, diagnostics: found });
  } catch (error) {
    session.logError("Diagnostics", error);
  }
}

/** Returns findings as the protocol has them, at most 1000. */
export function diagnosticsOf({ uri }: DocumentState, findings: readonly Finding[]): Diagnostic[] {
  const shown = findings.slice(0, MAX_PUBLISHED).map((finding) => toDiagnostic(uri, finding));
  const left = findings.length - shown.length;
  if (left > 0) shown.push(about(`${left} more findings are not listed.`, "limit"));
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
    message: plain(hint === undefined ? message : `${message}\n${hint}`).replaceAll("\\u000a", "\n"),
    ...(effect === "ignored" && severity !== "error" ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    relatedInformation: related.map((place) => ({
      location: { uri, range: rangeOf(place) },
      message: plain(place.message),
    })),
    data: { rule, code },
  };
}

/** Returns the protocol's range of a finding: lines and columns from 0. */
export function rangeOf({ start, end }: Pick<Finding, "start" | "end">): Range {
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
