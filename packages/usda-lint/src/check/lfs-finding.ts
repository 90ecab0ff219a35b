/** Findings about Git LFS pointers. */
import type { Finding, Severity } from "@usdkit/validate";
import { LFS_HINT, LFS_MESSAGE } from "../files/lfs-pointer.ts";

const RULE = "usda-header";

/** Returns the one finding of a pointer, in place of those of its text; none if the rule about headers is off. */
export function pointerFindings(findings: readonly Finding[]): readonly Finding[] {
  const found = findings.find(({ rule }) => rule === RULE) ?? findings.find(({ severity }) => severity === "error");
  return found === undefined ? [] : [lfsFinding(found.severity, LFS_MESSAGE, LFS_HINT)];
}

/** Returns the note that a staged pointer was checked by its content. */
export function storedContentFinding(): Finding {
  return lfsFinding(
    "info",
    "Git LFS stores the file: the content in the local store was checked, not the staged pointer",
  );
}

function lfsFinding(severity: Severity, message: string, hint?: string): Finding {
  const start = { line: 1, column: 1 };
  return {
    rule: RULE,
    severity,
    effect: null,
    message,
    code: null,
    primPath: "/",
    property: null,
    range: { start: 0, end: 0 },
    start,
    end: start,
    hint,
    related: [],
    fixes: [],
  };
}
