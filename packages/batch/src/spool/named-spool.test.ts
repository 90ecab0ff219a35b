import { expect, test } from "vitest";
import { NamedSpool } from "./named-spool.ts";

test("a name is taken once; records stay in their order", () => {
  const spool = new NamedSpool();
  for (let i = 0; i < 3000; i++) expect(spool.add(`name ${i}`, `record ${i}\n${"é".repeat(i)}`)).toBeUndefined();
  expect(spool.add("name 17", "another")).toBe(`record 17\n${"é".repeat(17)}`);
  expect(spool.size).toBe(3000);
  expect([...spool.records()].map((each) => each.split("\n")[0])).toEqual(
    Array.from({ length: 3000 }, (_, i) => `record ${i}`),
  );
  spool.close();
});
