// The scene of the campaigns in Chromium, and what they read of its page.

import { expect } from "vitest";
import type { Page } from "playwright-core";
import type { ViewPage } from "./open-page.ts";

export const SCENE = `#usda 1.0
def Xform "World"
{
    def Mesh "Chair" (
        payload = @asset:/mesh/chair@
    )
    {
    }

    def Camera "Main"
    {
        float focalLength = 35
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0.8, 3, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (640, 480)
    }
}
`;

/** Numbers from 0 to 1, the same in every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Texts of the page: the badge of findings, the banner, the state of the connection. */
export const badge = (page: Page): Promise<string | null> => page.locator(".badge").textContent();
export const banner = (page: Page): Promise<string | null> => page.locator(".banner").textContent();
export const status = (page: Page): Promise<string | null> => page.locator(".connection").textContent();

/** Types at the end of the text, and expects that the page checks it. */
export async function expectAlive(page: Page, view: ViewPage): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("}");
  await expect.poll(() => badge(page), { timeout: 60_000 }).toMatch(/error/);
  await page.keyboard.press("Backspace");
  expect(view.errors).toEqual([]);
}
