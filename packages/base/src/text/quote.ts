/** Returns a path or name for a message: in double quotes, with control characters escaped. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
