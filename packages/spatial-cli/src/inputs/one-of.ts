import { UsageError } from "@usdkit/command/cli/errors";

/**
 * Returns a value that may be given as a positional argument or as a flag.
 *
 * @throws {UsageError} if it is missing, or given twice.
 */
export function oneOf(flag: string, positional: string | undefined, given: string | undefined): string {
  if (positional !== undefined && given !== undefined) {
    throw new UsageError(`The ${flag} is given twice: ${positional} and --${flag} ${given}`);
  }
  const value = positional ?? given;
  if (value === undefined) throw new UsageError(`Missing ${flag}`);
  return value;
}
