import type { TerminalInfo } from "./streams.ts";

/** Paints text, or leaves it as it is. */
export interface Style {
  readonly color: boolean;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function createStyle(color: boolean): Style {
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      color && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    color,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    yellow: paint(33, 39),
    green: paint(32, 39),
    blue: paint(34, 39),
    cyan: paint(36, 39),
  };
}

/**
 * Returns whether to print colors: the option decides; then FORCE_COLOR (other than "0" and "false"), which beats NO_COLOR as
 * in Node itself; then whether the stream is a terminal with colors.
 */
export function wantsColor(
  flag: boolean | undefined,
  isTerminal: () => boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (flag !== undefined) return flag;
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined) return force !== "0" && force !== "false";
  return (no === undefined || no === "") && term !== "dumb" && isTerminal();
}

/** Returns the style of text for a stream: `--color` or `--no-color`, the environment, the terminal. */
export function styleFor(
  stream: TerminalInfo,
  color: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Style {
  return createStyle(wantsColor(color, () => stream.isTerminal, env));
}
