/** Versions of the crate format, and the features that need one. */
import { CrateError } from "../bytes/crate-diagnostic.ts";

/** The newest version that is read and written: 0.16. A file's patch number does not matter. */
export const NEWEST_MINOR = 16;

/** The release of the reference that reads and writes up to {@link NEWEST_MINOR}. */
const NEWEST_RELEASE = "OpenUSD 26.11";

/** Minor versions that changed how a file is laid out. */
export const COMPRESSED_STRUCTURE = 4;
export const COMPRESSED_INTEGERS = 5;
export const COMPRESSED_FLOATS = 6;
export const LONG_ARRAY_SIZES = 7;
export const PAYLOAD_OFFSETS = 8;
export const TIME_CODES = 9;
export const PATH_EXPRESSIONS = 10;
export const RELOCATES = 11;
export const SPLINES = 12;
export const TANGENT_ALGORITHMS = 13;
export const ARRAY_EDITS = 14;
export const SPLINE_BOUNDARIES = 15;
export const DURATIONS = 16;

/** The three numbers of a version, `0.8.0`. */
export interface CrateVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** `0.8.0`. */
export function versionText({ major, minor, patch }: CrateVersion): string {
  return `${major}.${minor}.${patch}`;
}

/**
 * Reads the version of a header.
 *
 * @throws CrateError for a version that is not read
 */
export function readVersion(bytes: Uint8Array): CrateVersion {
  const version = { major: bytes[8], minor: bytes[9], patch: bytes[10] };
  const { major, minor } = version;
  if (major > 0 || minor > NEWEST_MINOR) {
    throw new CrateError(
      "USDC_VERSION",
      8,
      `Crate version ${versionText(version)} is newer than 0.${NEWEST_MINOR}.0, the newest of ${NEWEST_RELEASE}: a later release wrote it`,
      "Export the file with an older version (USD_WRITE_NEW_USDC_FILES_AS_VERSION)",
    );
  }
  if (minor === 3) {
    throw new CrateError("USDC_VERSION", 8, `Crate version ${versionText(version)} was never released`);
  }
  return version;
}
