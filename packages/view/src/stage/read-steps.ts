/** Reads the edits of a page, which come as JSON. */
import { readStageEdits } from "@usdkit/usd";
import { MAX_STEPS, type EditStep, type PageEdit } from "../protocol/edit-messages.ts";

/** Maximum number of edits of a step. */
const MAX_EDITS = 1000;

/** Returns steps; undefined for anything else. */
export function readSteps(json: unknown): readonly EditStep[] | undefined {
  if (!Array.isArray(json) || json.length > MAX_STEPS) return undefined;
  const steps = json.map(readStep).filter((step) => step !== undefined);
  return steps.length === json.length ? steps : undefined;
}

function readStep(json: unknown): EditStep | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { target, edits } = json as Readonly<Record<string, unknown>>;
  if (target !== null && typeof target !== "string") return undefined;
  if (!Array.isArray(edits) || edits.length > MAX_EDITS) return undefined;
  try {
    return { target, edits: edits.flatMap((edit: unknown) => readEdit(edit)) };
  } catch {
    // The page makes no such edits.
    return undefined;
  }
}

function readEdit(json: unknown): readonly PageEdit[] {
  const { op, path, text, time, ...change } = (json ?? {}) as Readonly<Record<string, unknown>>;
  const isTime = time === null || Number.isFinite(time);
  if (op === "type") {
    if (typeof path !== "string" || typeof text !== "string" || !isTime) throw new TypeError("not a typed edit");
    return [{ op, path, text, time: time as number | null }];
  }
  if (op !== "transform") return readStageEdits(json);
  const isChange = Object.entries(change).every(
    ([name, value]) =>
      ["translate", "rotate", "scale"].includes(name) &&
      Array.isArray(value) &&
      value.length === 3 &&
      value.every(Number.isFinite),
  );
  if (typeof path !== "string" || !isTime || !isChange) throw new TypeError("not a transform");
  return [{ op, path, time: time as number | null, ...change }];
}
