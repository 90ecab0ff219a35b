import type { PropertyDefinition } from "./definition.ts";

/**
 * Returns the expected value of the property if a value is out of range: `a finite number above 0`; otherwise undefined.
 *
 * @param data A number, a string, or a flat list of numbers
 */
export function rangeProblem(definition: PropertyDefinition, data: unknown): string | undefined {
  const { allowedTokens, range, isIncreasing } = definition;
  if (allowedTokens !== undefined) {
    if (typeof data === "string" && allowedTokens.includes(data)) return undefined;
    return allowedTokens.map((token) => JSON.stringify(token)).join(" or ");
  }
  if (range === undefined && isIncreasing !== true) return undefined;
  const numbers: readonly unknown[] = Array.isArray(data) ? data : [data];
  return numbers.every((each, i) => isInRange(each, definition) && isAbove(each, isIncreasing === true, numbers[i - 1]))
    ? undefined
    : rangeText(definition, numbers.length);
}

/** Returns the range as text: `two finite numbers above 0, the second above the first`. */
function rangeText({ range, isIncreasing }: PropertyDefinition, count: number): string {
  const numbers = count === 1 ? "a finite number" : `${count === 2 ? "two" : count} finite numbers`;
  const bound =
    range?.exclusiveMinimum !== undefined
      ? ` above ${range.exclusiveMinimum}`
      : range?.minimum !== undefined
        ? ` of at least ${range.minimum}`
        : "";
  return `${numbers}${bound}${isIncreasing === true ? ", each above the one before" : ""}`;
}

function isInRange(value: unknown, { range }: PropertyDefinition): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (range?.minimum !== undefined && value < range.minimum) return false;
  return range?.exclusiveMinimum === undefined || value > range.exclusiveMinimum;
}

function isAbove(value: unknown, isIncreasing: boolean, before: unknown): boolean {
  return !isIncreasing || before === undefined || Number(value) > Number(before);
}
