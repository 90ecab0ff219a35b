/** Thrown for an invalid configuration. The message contains the file and, if known, the location in it. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
}
