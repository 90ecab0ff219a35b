/** Reads requests about stages, which come from a page as JSON. */
import { readSteps } from "./read-steps.ts";
import type { PayloadChoice, StageAsk, StageChoices, StageRequest, VariantChoice } from "../protocol/stage-messages.ts";

/** Maximum length of names of sessions. */
const MAX_NAME = 64;
/** Maximum number of choices of each kind. */
const MAX_CHOICES = 1000;

/** Returns a request; undefined for anything else. */
export function readStageRequest(json: unknown): StageRequest | undefined {
  if (!isRecord(json)) return undefined;
  const { session, edits } = json;
  const choices = readChoices(json["choices"]);
  const ask = readAsk(json["ask"]);
  if (!isText(session) || session.length > MAX_NAME || !isNumber(edits) || !choices || !ask) return undefined;
  const steps = readSteps(json["steps"] ?? []);
  return steps && { session, edits, choices, steps, ask };
}

function readChoices(json: unknown): StageChoices | undefined {
  if (!isRecord(json)) return undefined;
  const variants = readAll(json["variants"], ({ prim, set, variant }): VariantChoice | undefined =>
    isText(prim) && isText(set) && isText(variant) ? { prim, set, variant } : undefined,
  );
  const payloads = readAll(json["payloads"], ({ prim, isLoaded }): PayloadChoice | undefined =>
    isText(prim) && typeof isLoaded === "boolean" ? { prim, isLoaded } : undefined,
  );
  return variants && payloads && { variants, payloads };
}

function readAll<T>(
  json: unknown,
  read: (item: Readonly<Record<string, unknown>>) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(json) || json.length > MAX_CHOICES) return undefined;
  const items = json.map((item: unknown) => (isRecord(item) ? read(item) : undefined));
  const found = items.filter((item) => item !== undefined);
  return found.length === items.length ? found : undefined;
}

function readAsk(json: unknown): StageAsk | undefined {
  if (!isRecord(json)) return undefined;
  const { kind, prim, from, file, text, property, time } = json;
  switch (kind) {
    case "stage":
    case "problems":
    case "edits":
    case "save":
      return { kind };
    case "children":
      return isText(prim) && isNumber(from) ? { kind, prim, from } : undefined;
    case "locate":
    case "targets":
      return isText(prim) ? { kind, prim } : undefined;
    case "prim":
    case "transform":
      return isText(prim) && isTime(time) ? { kind, prim, time } : undefined;
    case "opinions":
      return isText(property) ? { kind, property } : undefined;
    case "search":
      return isText(text) ? { kind, text } : undefined;
    case "text":
      return isNumber(file) && (text === null || isText(text)) ? { kind, file, text } : undefined;
    default:
      return undefined;
  }
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null;
}

function isText(json: unknown): json is string {
  return typeof json === "string";
}

function isTime(json: unknown): json is number | null {
  return json === null || Number.isFinite(json);
}

/** Whether it counts something. */
function isNumber(json: unknown): json is number {
  return Number.isSafeInteger(json) && (json as number) >= 0;
}
