import { UsageError } from "@usdkit/command/cli/errors";
import { expect, test } from "vitest";
import { cameraNames, checkNames, imageName, type ImageLabel } from "./image-names.ts";

test.each<[string, ImageLabel, string]>([
  ["a.png", {}, "a.png"],
  ["a.png", { camera: "Main" }, "a-Main.png"],
  ["b/a.png", { frame: 7 }, "b/a-0007.png"],
  ["a.png", { frame: 7.5 }, "a-0007.5.png"],
  ["a.png", { frame: 0.125 }, "a-0000.125.png"],
  ["a.png", { frame: -7 }, "a--007.png"],
  ["a.png", { index: 12 }, "a-012.png"],
  ["a.png", { camera: "Main", frame: 12_345 }, "a-Main-12345.png"],
  ["x#/a.###.png", { frame: 7 }, "x#/a.007.png"],
  ["a.###.png", { frame: 7.4 }, "a.007.png"],
  ["a.####.##.png", { frame: 7.25 }, "a.0007.25.png"],
  ["####.png", { index: 3 }, "0003.png"],
  ["a.##.png", { camera: "Main", frame: 3 }, "a-Main.03.png"],
  ["a_##_b.png", { camera: "Main", frame: 3 }, "a-Main_03_b.png"],
  ["##.png", { camera: "Main", frame: 3 }, "Main-03.png"],
])("%s with %j is %s", (output, label, name) => {
  expect(imageName(output, label)).toBe(name);
});

test("a name has one number, and every image its own name", () => {
  expect(() => imageName("a.##.b.##.png", { frame: 1 })).toThrow(UsageError);
  expect(() => checkNames(["a.png", "b.png"])).not.toThrow();
  expect(() => checkNames(["a.png", "b.png", "a.png"])).toThrow('Two images would be named "a.png"');
});

test("cameras of the same name have their whole path", () => {
  expect(cameraNames(["/A/Main", "/B/Side"])).toEqual(["Main", "Side"]);
  expect(cameraNames(["/A/Main", "/B/Main"])).toEqual(["A_Main", "B_Main"]);
});
