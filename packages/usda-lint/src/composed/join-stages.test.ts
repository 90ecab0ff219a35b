import { ruleMetas } from "@usdkit/validate";
import { expect, test } from "vitest";
import { joinStages, type JoinedFinding, type JoinedStage } from "./join-stages.ts";

const finding = (layer: string, text: string, more: Partial<JoinedFinding> = {}): JoinedFinding => ({
  layer,
  rule: "missing-asset",
  place: 1,
  primPath: "/A",
  text: () => text,
  ...more,
});

const stage = (root: string, findings: readonly JoinedFinding[], used: readonly string[] = []): JoinedStage => ({
  root,
  isNamed: false,
  files: [root, ...used],
  findings: () => findings,
});

test("findings of one place are those of the first stage, and stay in their order; each layer is taken once", () => {
  const found = joinStages(() => [
    stage("a", [finding("x", "1"), finding("x", "2"), finding("y é\n", "3")]),
    stage("b", [finding("x", "4"), finding("x", "5", { place: "2:1" }), finding("z", "6", { primPath: "/B" })]),
  ]);
  expect([found.get("x"), found.get("y é\n"), found.get("none")]).toEqual([["1", "2", "5"], ["3"], undefined]);
  found.take("x");
  expect([found.has("x"), found.get("x"), found.has("z")]).toEqual([false, undefined, true]);
  expect([...found.left()].toSorted()).toEqual(["y é\n", "z"]);
  found.close();
});

test("of a root that another stage uses, only findings that hold on every stage are kept", () => {
  const rule = ruleMetas.find(({ holdsForEveryUse }) => holdsForEveryUse === true)?.id ?? "";
  const part = stage("part", [finding("part", "1", { rule: "target-missing" }), finding("part", "2", { rule })]);
  expect(joinStages(() => [part]).get("part")).toEqual(["1", "2"]);
  const found = joinStages(() => [part, stage("root", [], ["part"])]);
  expect(found.get("part")).toEqual(["2"]);
  found.close();
});
