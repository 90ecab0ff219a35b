import { UsageError } from "@usdkit/command/cli/errors";

/**
 * Returns a value that may be given as a positional argument or as a flag.
 *
 * @throws {UsageError} if it is missing, or given twice.
 */
export function oneOf(flag: string, positional: string | undefined, given: string | undefined): string {
  const value = atMostOneOf(flag, positional, given);
  if (value === undefined) throw new UsageError(`Missing ${flag}`);
  return value;
}

/** As {@link oneOf}, for a value that may be missing. @throws {UsageError} if it is given twice. */
export function atMostOneOf(
  flag: string,
  positional: string | undefined,
  given: string | undefined,
): string | undefined {
  if (positional !== undefined && given !== undefined) {
    throw new UsageError(`The ${flag} is given twice: ${positional} and --${flag} ${given}`);
  }
  return positional ?? given;
}
