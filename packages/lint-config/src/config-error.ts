/** A configuration that cannot be used. The message names the file, and the place in it as far as it is known. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
}
