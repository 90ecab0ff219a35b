// Campaign in CI: The preview in an editor: its state, files of meshes, decoders and threads

import { afterAll, describe, expect, test } from "vitest";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { triangleGlb } from "../../packages/view/src/test-support/assets.ts";
import { chairGlb, flowersPly } from "../demo/models.ts";
import { closeBrowser, whySkipped } from "./open-page.ts";
import { EditorPage } from "./preview-page.ts";
import { SCENE } from "./chair-scene.ts";
import { DARK, FLOWERS, scenePreview } from "./preview-scene.ts";
import { texturedGlb } from "./textured-glb.ts";

const URI = "file:///scenes/scene.usda";

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("frames a prim, and keeps view and shading mode when the editor is restarted", async () => {
    await using preview = await EditorPage.open(scenePreview);
    const { page } = preview;
    const camera = page.locator(".toolbar .cameras");
    const mode = page.locator(".modes .chosen");
    // Before the page has read the text.
    preview.session.frame("/World/Chair");
    await preview.image();
    await expect.poll(() => camera.inputValue()).toBe("");
    await page.locator("canvas").focus();
    await page.keyboard.press("4");
    await expect.poll(() => mode.textContent()).toBe("Normals");
    const saved = (): Promise<string> => page.evaluate(`sessionStorage.getItem("state") ?? ""`);
    await expect.poll(saved).toContain('"mode":"normals"');
    const before = await saved();
    expect(JSON.parse(before)).toMatchObject({ uri: URI, isLocked: false });
    preview.session.setState({ uri: URI, isLocked: true });
    await expect.poll(saved).toContain('"isLocked":true');

    await page.reload();
    await preview.image();
    expect(await mode.textContent()).toBe("Normals");
    expect(await camera.inputValue()).toBe("");
    await expect.poll(saved).toBe(before.replace('"isLocked":false', '"isLocked":true'));
    // Another file has a view of its own.
    preview.session.show({ uri: "file:///scenes/other.usda", isLocked: false }, () => preview.text);
    await expect.poll(() => camera.inputValue()).toBe("/World/Main");
    expect(preview.errors).toEqual([]);
  });

  test("follows files of meshes, and reports missing ones and problems of the document", async () => {
    await using preview = await EditorPage.open({ text: SCENE, models: { "chair.glb": chairGlb() } });
    const { page } = preview;
    await preview.image();
    expect(await page.locator(".not-drawn p").textContent()).toBe('/World/Flowers: no file for the mesh "flowers"');
    preview.folder.write("flowers.ply", flowersPly());
    preview.session.forgetAssets();
    await page.waitForSelector(".not-drawn", { state: "hidden" });
    await expect.poll(() => preview.pixel(...FLOWERS)).not.toEqual(DARK);
    preview.folder.write("chair.glb", new TextEncoder().encode("<script>alert(1)</script>"));
    preview.session.forgetAssets();
    await expect.poll(() => page.locator(".not-drawn p").textContent()).toContain("/World/Chair: ");
    preview.session.report("scene.usda: no such file <b>");
    await expect.poll(() => page.locator(".banner").textContent()).toBe("scene.usda: no such file <b>");
    preview.session.report(null);
    await page.waitForSelector(".banner", { state: "hidden" });
    expect(preview.errors).toEqual([]);
  });

  test("decodes Draco and KTX2, whose decoders the worker gets from the page", async () => {
    const text = '#usda 1.0\ndef Mesh "It" (\n    payload = @asset:/mesh/draco@\n)\n{\n}\n';
    const models = { "draco.glb": await gridGlb(8, "draco"), "ktx2.glb": texturedGlb(), "triangle.glb": triangleGlb() };
    await using preview = await EditorPage.open({ text, models });
    const loads = (name: string): boolean => preview.requests.some((url) => url.endsWith(name));
    await preview.image();
    expect(await preview.status()).toContain("128 triangles");
    expect([loads("draco_decoder_gltf.wasm"), loads("basis_encoder.wasm")]).toEqual([true, false]);
    preview.edit("mesh/draco", "mesh/ktx2");
    await expect.poll(() => preview.status()).toContain("2 triangles");
    expect(await preview.page.locator(".not-drawn").isVisible()).toBe(false);
    expect(loads("basis_encoder.wasm")).toBe(true);
    expect(preview.errors).toEqual([]);
  });

  test("draws with threads if the editor isolates its pages", async () => {
    await using preview = await EditorPage.open({ ...scenePreview, isIsolated: true });
    await preview.image();
    expect(await preview.page.evaluate("crossOriginIsolated")).toBe(true);
    await expect.poll(() => preview.status()).toMatch(/[2-9] threads|\d\d threads/);
    expect(await preview.pixel(...FLOWERS)).not.toEqual(DARK);
    expect(preview.errors).toEqual([]);
  });
});
