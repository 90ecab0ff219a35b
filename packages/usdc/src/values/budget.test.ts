import { expect, test } from "vitest";
import { Budget } from "./budget.ts";

const BASE = 1 << 20;

test("a file of 10 bytes may have 1020 elements for each, and 2^20 more", () => {
  const budget = new Budget(10);
  budget.takeElements(BASE, 1);
  budget.takeElements(10_200, 1);
  expect(() => budget.takeElements(1, 7)).toThrow(
    expect.objectContaining({
      code: "USDC_LIMIT",
      offset: 7,
      message: "Values overlap: they have more items than a file of this size can hold",
    }),
  );
});

test("a file of 10 bytes may have 4 items for each, and 2^20 more, apart from elements", () => {
  const budget = new Budget(10);
  budget.takeElements(BASE, 1);
  budget.takeItems(BASE + 40, 1);
  expect(() => budget.takeItems(1, 9)).toThrow(expect.objectContaining({ code: "USDC_LIMIT", offset: 9 }));
});
