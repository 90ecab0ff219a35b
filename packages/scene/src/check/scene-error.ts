/** The error of the builder. */

/** Details of a {@link SceneError}. */
export interface SceneErrorDetails {
  /** The prim; `/` for the scene itself. */
  readonly primPath: string;
  /** The attribute, relationship or metadata field as the text names it: `focalLength`, `payload`. */
  readonly property?: string | undefined;
  /** The invalid value. */
  readonly value?: unknown;
  /** What was expected: `a number above 0 (mm, float)`. */
  readonly expected?: string | undefined;
}

/**
 * Thrown by a call with a value that a valid scene cannot have. The call changed nothing.
 *
 * @example
 * world.camera("Main", { focalLength: 0 });
 * // SceneError: /World/Main.focalLength: expected a number above 0 (mm, float), found 0
 */
export class SceneError extends Error implements SceneErrorDetails {
  override readonly name = "SceneError";
  readonly primPath: string;
  readonly property: string | undefined;
  readonly value: unknown;
  readonly expected: string | undefined;

  constructor(message: string, details: SceneErrorDetails) {
    super(message);
    this.primPath = details.primPath;
    this.property = details.property;
    this.value = details.value;
    this.expected = details.expected;
  }
}

/** The subject of an error. The path is a getter, as computing it takes time. */
export interface Named {
  readonly path: string;
}

/** A valid value, in words, with the remedy if it is not obvious. */
export interface Expectation {
  readonly expected: string;
  readonly hint: string | undefined;
}

/** Returns the error for an invalid value. */
export function invalidValue(
  primPath: string,
  property: string | undefined,
  value: unknown,
  expectation: string | Expectation,
): SceneError {
  const { expected, hint } = typeof expectation === "string" ? { expected: expectation, hint: undefined } : expectation;
  const place = property === undefined ? primPath : `${primPath}.${property}`;
  const more = hint === undefined ? "" : `; ${hint}`;
  const message = `${place}: expected ${expected}, found ${showValue(value)}${more}`;
  return new SceneError(message, { primPath, property, value, expected });
}

/** Returns the error for a call that the current scene does not allow. */
export function rejection(primPath: string, message: string, details: Partial<SceneErrorDetails> = {}): SceneError {
  return new SceneError(`${primPath}: ${message}`, { ...details, primPath });
}

const MAX_LENGTH = 80;

/** Returns a value for a message: on one line, short, control characters escaped. */
export function showValue(value: unknown): string {
  const text = toText(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, MAX_LENGTH * 2));
  if (typeof value === "object" && value !== null) {
    const list: unknown =
      ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as never) : value;
    if (Array.isArray(list)) return `[${list.slice(0, 20).map(toScalarText).join(", ")}]`;
    return "an object";
  }
  return toScalarText(value);
}

function toScalarText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  if (typeof value === "function") return "a function";
  return Object.is(value, -0) ? "-0" : String(value);
}
