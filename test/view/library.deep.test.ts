// Campaign in CI: the page of a library in Chromium.

import { existsSync } from "node:fs";
import { startLibraryView, type LibraryFile, type LibraryRow } from "@usdkit/view";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
if (!existsSync(CHROMIUM)) console.log(`page of a library: not opened, as ${CHROMIUM} does not exist`);

const HOSTILE = '<img src=x onerror="document.title=1">.usda';
const rows: LibraryRow[] = Array.from({ length: 250 }, (_, id) => ({
  id,
  path: id === 0 ? HOSTILE : `models/chair-${String(id).padStart(3, "0")}.usda`,
  kind: "layer",
  size: 1500,
  hasThumbnail: id === 1,
  errors: id === 2 ? 1 : 0,
  warnings: 0,
  missing: 0,
}));

function fileOf(id: number): LibraryFile | undefined {
  const row = rows[id];
  return (
    row && {
      ...row,
      modified: 0,
      hash: "00",
      encoding: "usda",
      defaultPrim: "Chair",
      upAxis: "Y",
      metersPerUnit: 1,
      primCount: 3,
      bounds: [-1, 0, -1, 1, 2, 1],
      types: [{ name: "Mesh", prims: 2 }],
      materials: ["/Chair/Wood"],
      findings: [{ rule: "a-rule", severity: "error", message: "what is wrong", prim: "/Chair", line: 3 }],
      uses: [{ id: 5, path: rows[5]?.path ?? "", arc: "reference", state: "resolved" }],
      usedBy: [{ id: null, path: "x.png", arc: "asset", state: "missing" }],
      copies: [],
    }
  );
}

test.skipIf(!existsSync(CHROMIUM))("search, details, dependencies, and the viewer", async () => {
  const opened: number[] = [];
  const view = await startLibraryView({
    library: {
      summary: () => ({
        files: rows.length,
        bytes: 1e6,
        kinds: [{ name: "layer", files: 250 }],
        types: [{ name: "Mesh", files: 250 }],
        missing: 1,
        findings: { error: 1, warning: 0, info: 0 },
      }),
      search: ({ text, offset }) => {
        const found = rows.filter(({ path }) => path.includes(text));
        return { rows: found.slice(offset, offset + 100), isMore: found.length > offset + 100 };
      },
      file: fileOf,
      thumbnail: () => undefined,
      async open(id) {
        opened.push(id);
        return view.url;
      },
    },
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(view.url);
    await page.getByRole("status").getByText("100 and more shown").waitFor();
    expect(await page.title()).toBe("usda library");
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("200 and more shown").waitFor();
    await page.getByLabel("Search names").fill("chair-004");
    await page.getByText("1 shown").waitFor();
    await page.getByTitle("models/chair-004.usda").click();
    const details = page.getByLabel("Details");
    await details.getByText("what is wrong").waitFor();
    expect(await details.getByText("-1, 0, -1 – 1, 2, 1").count()).toBe(1);
    await details.getByRole("button", { name: "models/chair-005.usda" }).click();
    await details.getByRole("heading", { name: "models/chair-005.usda" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const viewer = page.waitForEvent("popup");
    await details.getByRole("button", { name: "Open in the viewer" }).click();
    await viewer;
    await expect.poll(() => opened).toEqual([5]);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await view.close();
  }
});
