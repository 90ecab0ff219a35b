import { expect, test } from "vitest";
import { ProgressBar } from "./progress-bar.ts";

function run(
  isTerminal: boolean,
  columns = 80,
): { readonly lines: string[]; readonly at: (time: number) => ProgressBar } {
  const lines: string[] = [];
  let time = 0;
  const write = (chunk: string | Uint8Array): void => void lines.push(String(chunk));
  const bar = new ProgressBar({ isTerminal, columns, write }, "drawing", () => time);
  return { lines, at: (now) => ((time = now), bar) };
}

test("shows rate and time left, not too early and not too often", () => {
  const { lines, at } = run(true);
  at(900).update(5, 100);
  at(2000).update(20, 100);
  at(2050).update(21, 100);
  at(10_000).update(100, 3700);
  at(10_001).clear();
  at(10_002).clear();
  expect(lines).toEqual([
    "\r\x1b[2Kdrawing [######------------------------] 20/100  10/s  0:08 left",
    "\r\x1b[2Kdrawing [#-----------------------------] 100/3700  10/s  6:00 left",
    "\r\x1b[2K",
  ]);
});

test("has the numbers alone where there is no room, and nothing for files", () => {
  const narrow = run(true, 40);
  narrow.at(4000).update(2, 20_000);
  expect(narrow.lines).toEqual(["\r\x1b[2Kdrawing 2/20000  0.5/s  11:06:36 left"]);
  const file = run(false);
  file.at(4000).update(1, 2);
  file.at(4000).clear();
  expect(file.lines).toEqual([]);
});
