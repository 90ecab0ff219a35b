import { expect, test } from "vitest";
import { KeptReport } from "./kept-report.ts";

test("the last report is kept for the same call and state of the file", () => {
  const reports = new KeptReport<string>();
  reports.set("a", { revision: "1", report: "first", size: 5 });
  expect(reports.get("a", "1")).toBe("first");
  expect(reports.get("a", "2")).toBeUndefined();
  expect(reports.get("b", "1")).toBeUndefined();
  reports.set("b", { revision: "1", report: "second", size: 6 });
  expect([reports.get("a", "1"), reports.get("b", "1")]).toEqual([undefined, "second"]);
});

test("a large report is not kept", () => {
  const reports = new KeptReport<string>();
  reports.set("a", { revision: "1", report: "small", size: 5 });
  reports.set("a", { revision: "1", report: "large", size: 2 ** 26 });
  expect(reports.get("a", "1")).toBeUndefined();
});
