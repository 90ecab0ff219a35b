import { EditError, type TextEdit } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";

/**
 * Returns a fix whose edits come from functions that look the spec up again; none if that fails: a layer without text, a
 * variant, a name that is taken.
 */
export function makeFix(title: string, safe: boolean, makeEdits: () => readonly TextEdit[]): readonly Fix[] {
  try {
    const edits = makeEdits();
    return edits.length === 0 ? [] : [{ title, safe, edits }];
  } catch (error) {
    if (error instanceof EditError) return [];
    throw error;
  }
}
