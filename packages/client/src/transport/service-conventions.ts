import { InvalidRequestError } from "../errors/errors.ts";

/** What the specification leaves open, so that services may differ from our assumptions. */
export interface ServiceConventions {
  /** Number of the first part of an upload, in requests and in lists of missing parts. */
  readonly firstPart: number;
  /**
   * Names of fields at the upload host, by our names: `{ partNumber: "index" }`. Ours are `taskId` and `partNumber` in the
   * form of a part, and `taskId` in the query of a status.
   */
  readonly fieldNames: Readonly<Record<string, string>>;
  /**
   * Further statuses that mean success, in any case: of worlds and tasks, and for an upload a number as text. They take
   * precedence over the known ones.
   */
  readonly successStatuses: readonly string[];
  /** Further statuses that mean failure. */
  readonly failureStatuses: readonly string[];
}

/** The conventions that differ from our assumptions. */
export type ConventionOptions = {
  readonly [Name in keyof ServiceConventions]?: ServiceConventions[Name] | undefined;
};

/** Our assumptions: the shapes of `@usdkit/contract`. */
export const defaultServiceConventions: ServiceConventions = {
  firstPart: 0,
  fieldNames: {},
  successStatuses: [],
  failureStatuses: [],
};

/** Fields whose names the specification does not show. */
const FIELDS: readonly string[] = ["taskId", "partNumber"];
const MAX_WORDS = 100;
const NAME = /^[\w.[\]-]{1,100}$/;

/**
 * Checks the conventions of a client.
 *
 * @throws InvalidRequestError that names the invalid option.
 */
export function readConventions(given: ConventionOptions = {}): ServiceConventions {
  const refuse = (problem: string): InvalidRequestError => new InvalidRequestError(`SpatialClient: ${problem}.`);
  const {
    firstPart = defaultServiceConventions.firstPart,
    fieldNames = defaultServiceConventions.fieldNames,
    successStatuses = defaultServiceConventions.successStatuses,
    failureStatuses = defaultServiceConventions.failureStatuses,
  } = given;
  if (!Number.isSafeInteger(firstPart) || firstPart < 0) {
    throw refuse(`conventions.firstPart: expected a whole number of at least 0, found ${firstPart}`);
  }
  for (const [field, name] of Object.entries(fieldNames)) {
    if (!FIELDS.includes(field)) {
      throw refuse(`conventions.fieldNames: expected ${FIELDS.join(" or ")}, found ${JSON.stringify(field)}`);
    }
    if (!NAME.test(name) || name === "file") {
      throw refuse(`conventions.fieldNames.${field}: expected the name of a form field, found ${JSON.stringify(name)}`);
    }
  }
  for (const [option, words] of Object.entries({ successStatuses, failureStatuses })) {
    const wrong = words.findIndex((word) => word.trim() === "");
    if (wrong !== -1) throw refuse(`conventions.${option}[${wrong}]: expected a status, found an empty text`);
    if (words.length > MAX_WORDS) throw refuse(`conventions.${option}: expected at most ${MAX_WORDS} statuses`);
  }
  const both = successStatuses.find((word) => failureStatuses.some((other) => normalized(other) === normalized(word)));
  if (both !== undefined) throw refuse(`conventions: the status ${JSON.stringify(both)} means success and failure`);
  return { firstPart, fieldNames, successStatuses, failureStatuses };
}

/** Returns our name of a field as the service's. */
export function fieldName({ fieldNames }: ServiceConventions, field: string): string {
  return Object.hasOwn(fieldNames, field) ? (fieldNames[field] ?? field) : field;
}

/** Returns a status for comparison: services write `TIMED_OUT`, `timed-out` and `Timed out`. */
export function normalized(status: string): string {
  return status.trim().toUpperCase().replaceAll(/[ -]/g, "_");
}
