/** Colours, or none. */
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
 * Whether to print colours: what the flag says; else FORCE_COLOR (not "0" or "false"), which beats NO_COLOR as
 * in Node itself; else whether it is a terminal that can.
 */
export function wantsColor(flag: boolean | undefined, isTerminal: () => boolean, env: NodeJS.ProcessEnv): boolean {
  if (flag !== undefined) return flag;
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined) return force !== "0" && force !== "false";
  return (no === undefined || no === "") && term !== "dumb" && isTerminal();
}
