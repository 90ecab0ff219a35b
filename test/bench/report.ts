import { stripVTControlCharacters } from "node:util";

/** One line of the result. */
export interface Row {
  suite: string;
  input: string;
  what: string;
  measured: string;
  target?: string | undefined;
  /** Whether the target was met; absent if there is none, or no comparison. */
  met?: boolean | undefined;
  /** Ours threw, crashed, hung or rejected a valid input. */
  crashed?: boolean | undefined;
  /** The figures behind `measured`, for `--json`. */
  figures?: Readonly<Record<string, unknown>> | undefined;
}

export type Report = (row: Row) => void;

const columns = [
  ["suite", 7],
  ["input", 28],
  ["what", 34],
  ["measured", 40],
  ["target", 10],
  ["", 5],
] as const;

export function printHeading(): void {
  printCells(columns.map(([title]) => title));
  printCells(columns.map(([, width]) => "-".repeat(width)));
}

export function printRow(row: Row): void {
  const verdict = row.crashed === true ? "CRASH" : row.met === undefined ? "" : row.met ? "pass" : "FAIL";
  printCells([row.suite, row.input, row.what, row.measured, row.target ?? "", verdict]);
}

function printCells(cells: readonly string[]): void {
  // Messages of peers can contain any text.
  const clean = cells.map((cell) => stripVTControlCharacters(cell).replaceAll(/[\u0000-\u001f]/g, " "));
  console.log(
    clean
      .map((cell, index) => cell.padEnd(columns[index]?.[1] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`;
}

export function ratio(value: number): string {
  return `${value.toFixed(2)}×`;
}
