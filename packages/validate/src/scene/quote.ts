/** Maximum length of a quoted text, so that it does not hide the message around it. */
const MAX_LENGTH = 120;

/** Returns text of a file for a message: in double quotes, control characters escaped, truncated if long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);
}

/** Returns a path for a message, without quotes. */
export function shortPath(path: string): string {
  return path.length > MAX_LENGTH ? `…${path.slice(1 - MAX_LENGTH)}` : path;
}
