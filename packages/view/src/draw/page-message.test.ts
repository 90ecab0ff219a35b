import { prepareStage } from "@usdkit/raster";
import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { pageMessage } from "./page-message.ts";

test("a camera that makes no image is answered with the control that the page has", async () => {
  const layer = '#usda 1.0\ndef Cube "Cube"\n{\n}\ndef Camera "Bad"\n{\n    float focalLength = 0\n}\n';
  const files = new Map([["root.usda", new TextEncoder().encode(layer)]]);
  await using scene = prepareStage(await Stage.open("root.usda", { resolver: memoryResolver(files) }));
  const message = await scene.render().then(() => "", pageMessage);
  expect(message).toMatch(/^\/Bad\.focalLength: .*, or choose "Free view" in the list of cameras$/u);
  expect(pageMessage("text")).toBe("text");
});
