/** Checks crates and packages: places are bytes, and fixes write a crate back whole. */
import type { Layer, Spec } from "@usdkit/layer";
import { findSpec, SpecPathError } from "@usdkit/layer";
import { openLayer, type LayerDiagnostic } from "@usdkit/usd";
import { parseUsda, printUsdaBytes } from "@usdkit/usda";
import { isCrate, readUsdc, specOffset, writeUsdc } from "@usdkit/usdc";
import { checkScene, type CheckOptions, type Finding, type FixOptions } from "@usdkit/validate";
import { problemsOf, type Checked, type FixLevel } from "./checked.ts";
import { fixSource } from "./fix-source.ts";

const NO_PLACE = { line: 1, column: 1 };

/** Checks a binary file. A package is checked by its first layer, and not fixed. */
export function checkBinary(source: Uint8Array, options: FixOptions, fix: FixLevel): Checked {
  const opened = openLayer(source, { checkArrays: true });
  if (!opened.ok) {
    const { profile } = checkScene(opened.layer, { ...options, rules: {} });
    return { profile, findings: opened.diagnostics.map(damage), applied: 0 };
  }
  if (fix !== "none" && isCrate(source)) {
    const fixOptions = { ...options, unsafe: fix === "unsafe" };
    const { fixed: text, applied } = fixSource(printUsdaBytes(opened.layer), fixOptions);
    if (text !== undefined) {
      const fixed = writeUsdc(parseUsda(text).layer, { version: writtenVersion(source) });
      return { ...checkLayer(readUsdc(fixed).layer, 0, options), fixed, applied };
    }
  }
  return checkLayer(opened.layer, opened.start, options);
}

/** The version of a crate, as far as it can be written. */
function writtenVersion(source: Uint8Array): string | undefined {
  const minor = source[9];
  return minor >= 8 ? `0.${minor}` : undefined;
}

/** @param start if the layer is in its package */
function checkLayer(layer: Layer, start: number, options: CheckOptions): Checked {
  const { profile, findings, failures } = checkScene(layer, options);
  const placed = findings.map((finding): Finding => {
    const offset = start + (offsetOf(layer, finding) ?? 0);
    // Edits of text are none of the file; the fix is applied to the layer.
    return { ...finding, offset, fixes: finding.fixes.map((fix) => ({ ...fix, edits: [] })) };
  });
  return { profile, findings: placed, applied: 0, problems: problemsOf(failures) };
}

function offsetOf(layer: Layer, { primPath, property }: Finding): number | undefined {
  const find = (path: string): Spec | undefined => {
    try {
      return findSpec(layer, path);
    } catch (error) {
      if (error instanceof SpecPathError) return undefined;
      throw error;
    }
  };
  const spec = (property === null ? undefined : find(`${primPath}.${property}`)) ?? find(primPath);
  return spec === undefined ? undefined : specOffset(spec);
}

function damage({ code, message, offset, hint }: LayerDiagnostic): Finding {
  return {
    rule: "usda-syntax",
    severity: "error",
    effect: null,
    message,
    code,
    primPath: "/",
    property: null,
    range: { start: 0, end: 0 },
    start: NO_PLACE,
    end: NO_PLACE,
    offset,
    hint,
    related: [],
    fixes: [],
  };
}
