import { expect, test } from "vitest";
import { textWidth } from "./display-width.ts";

test.each([
  ["abc", 3],
  ["ä", 1],
  ["a\u0308", 1],
  ["会議室", 6],
  ["ｆｕｌｌ", 8],
  ["한글", 4],
  ["🪑", 2],
  ["🇩🇪", 2],
  ["—…›", 3],
])("%s takes %i columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});
