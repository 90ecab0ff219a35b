// Campaign in CI: Reports as HTML in Chromium

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { BAD, GOOD, TestFolder, TWICE } from "../test-support/run-command.ts";
import { allFindings, hostileReport, render, reportOf } from "../test-support/render-report.ts";
import { html } from "./html.ts";
import type { FileReport } from "./reporter.ts";

const infoOf = (report: FileReport): FileReport => ({
  ...report,
  findings: report.findings.map((finding) => ({ ...finding, severity: "info" as const })),
});

const CHROMIUM = "/usr/bin/chromium";
const why = existsSync(CHROMIUM) ? "" : ` (skipped: there is no ${CHROMIUM})`;

describe.skipIf(!existsSync(CHROMIUM))(`in Chromium${why}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
  });

  /** Opens a report as a user would: a file on disk. */
  async function open<T>(
    reports: readonly FileReport[],
    look: (page: Page) => Promise<T>,
    options: Parameters<Browser["newPage"]>[0] = {},
  ): Promise<T> {
    using folder = new TestFolder({ "report.html": render(html, reports) });
    const page = await browser.newPage(options);
    const troubles: string[] = [];
    page.on("dialog", (dialog) => {
      troubles.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("console", (message) => troubles.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => {
      if (!request.url().endsWith("/report.html")) troubles.push(`request: ${request.url()}`);
    });
    try {
      await page.goto(pathToFileURL(join(folder.path, "report.html")).href);
      const seen = await look(page);
      expect(troubles).toEqual([]);
      return seen;
    } finally {
      await page.close();
    }
  }

  const mixed = (): FileReport[] => [
    reportOf("good.usda", GOOD),
    reportOf("scenes/bad.usda", BAD),
    reportOf("twice.usda", TWICE),
    infoOf(reportOf("info.usda", TWICE)),
  ];

  test("summary on top, tables, a section a file", async () => {
    await open(mixed(), async (page) => {
      expect(await page.locator(".verdict").innerText()).toBe("1 error, 1 warning, 1 info in 4 files, 0 fixable.");
      const top = async (selector: string): Promise<number> =>
        (await page.locator(selector).first().boundingBox())?.y ?? -1;
      expect(await top("header")).toBeLessThan(await top("main"));
      expect(await page.locator(".by-rule tbody tr").count()).toBe(2);
      expect(await page.locator(".by-file tbody tr td:first-child").allInnerTexts()).toEqual([
        "scenes/bad.usda",
        "twice.usda",
        "info.usda",
      ]);
      expect(await page.locator(".file").count()).toBe(3);
      expect(await page.locator("#f1 mark").innerText()).toBe('"one"');
      await page.locator(".by-file a").nth(2).click();
      expect(new URL(page.url()).hash).toBe("#f3");
    });
  });

  test("severities are filtered without a script, with the mouse and with the keyboard", async () => {
    await open(mixed(), async (page) => {
      const shown = async (): Promise<string[]> => page.locator(".finding:visible .severity").allInnerTexts();
      expect(await shown()).toEqual(["error", "warning", "info"]);
      await page.getByText("errors 1").click();
      expect([await shown(), await page.locator(".file:visible").count()]).toEqual([["error"], 1]);
      await page.keyboard.press("ArrowRight");
      expect(await shown()).toEqual(["warning"]);
      await page.getByText("infos 1").click();
      expect(await shown()).toEqual(["info"]);
      await page.getByText("everything 3").click();
      expect(await shown()).toHaveLength(3);
    });
  });

  test("hostile names and messages are text", async () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>"'><svg onload=alert(3)>\u202e\u2066\x1b[31m\0`;
    const bad = reportOf(`${evil}.usda`, `#usda 1.0\ndef "A" { # ${evil}\n    ${evil}\n}\n`);
    const findings = bad.findings.map((finding) => ({
      ...finding,
      message: evil,
      hint: `javascript:alert(4) ${evil}`,
      code: evil,
      property: evil,
      fixes: [{ title: evil, safe: false, edits: [] }],
    }));
    const samples = fc.sample(hostileReport, { numRuns: 60, seed: 3 });
    const reports = [{ ...bad, findings }, ...samples];
    await open(reports, async (page) => {
      expect(await page.locator("script,img,svg,iframe,object,link,base,form").count()).toBe(0);
      const messages = await page.locator(".message").allTextContents();
      expect(messages).toEqual(allFindings(reports).map(({ message }) => escapeTerminal(message)));
      const names = await page.locator(".file > summary .path").allTextContents();
      expect(names).toEqual(
        reports.filter((report) => report.findings.length > 0).map(({ path }) => escapeTerminal(path)),
      );
      const attributes = await page.evaluate(
        `[...document.querySelectorAll("*")].flatMap((element) => element.getAttributeNames())`,
      );
      expect(
        (attributes as string[]).filter((name) => name.startsWith("on") || name === "style" || name === "src"),
      ).toEqual([]);
      const links = await page.evaluate(`[...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))`);
      expect((links as string[]).every((link) => /^#f\d+$/.test(link))).toBe(true);
    });
  });

  test("light and dark", async () => {
    const ground = (colorScheme: "light" | "dark"): Promise<unknown> =>
      open(mixed(), (page) => page.evaluate("getComputedStyle(document.body).backgroundColor"), { colorScheme });
    expect([await ground("light"), await ground("dark")]).toEqual(["rgb(255, 255, 255)", "rgb(20, 23, 27)"]);
  });

  test("fits a phone, long names included, and prints", async () => {
    const long = reportOf(`${"very-long-name/".repeat(20)}a.usda`, `${BAD}# ${"x".repeat(500)}`);
    await open(
      [...mixed(), long],
      async (page) => {
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        await page.emulateMedia({ media: "print" });
        expect(await page.locator(".filters").isVisible()).toBe(false);
        expect((await page.pdf()).length).toBeGreaterThan(5000);
      },
      { viewport: { width: 360, height: 640 } },
    );
  });

  test("nothing found", async () => {
    await open([reportOf("good.usda", GOOD)], async (page) => {
      expect(await page.locator("body").innerText()).toBe("usda-lint\n\nNo problems found in 1 file.");
    });
  });
});
