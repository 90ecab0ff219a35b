/** Returns the extension of a name in lower case, with the dot; "" without one. */
export function extensionOf(name: string): string {
  return /\.[^./\\]*$/u.exec(name)?.[0].toLowerCase() ?? "";
}
