import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeCampaigns, findCampaigns, findTestFiles, type Campaign } from "./campaigns.ts";

const repository = resolve(import.meta.dirname, "../..");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "usdkit-campaigns-"));
  mkdirSync(join(root, "packages/a/src"), { recursive: true });
  mkdirSync(join(root, "packages/a/node_modules/b/test"), { recursive: true });
  mkdirSync(join(root, "test/laws"), { recursive: true });
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const campaignsOf = (folder: string): Campaign[] => findCampaigns(folder, findTestFiles(folder));

test("every test file whose size depends on test:deep is a campaign", () => {
  const campaigns = new Set(campaignsOf(repository).map(({ path }) => path));
  const scaled = findTestFiles(repository).filter((path) =>
    /inject\("deep"\)/u.test(readFileSync(join(repository, path), "utf8")),
  );
  expect(scaled.length).toBeGreaterThan(20);
  expect(scaled.filter((path) => !campaigns.has(path))).toEqual([]);
});

test("finds campaigns by their first line, by path, and no others", () => {
  writeFileSync(join(root, "test/laws/print.test.ts"), "// Campaign in CI: 10,000 layers\n\n// Laws.\n");
  writeFileSync(join(root, "test/laws/small.test.ts"), "// 100 layers\n// Campaign: not the first line\n");
  writeFileSync(join(root, "packages/a/src/parse.deep.test.ts"), "// Campaign: every file\n");
  writeFileSync(join(root, "packages/a/node_modules/b/test/c.deep.test.ts"), "// Campaign: not ours\n");
  const campaigns = campaignsOf(root);
  expect(campaigns).toEqual([
    { path: "packages/a/src/parse.deep.test.ts", description: "every file", inCi: false },
    { path: "test/laws/print.test.ts", description: "10,000 layers", inCi: true },
  ]);
  expect(describeCampaigns(campaigns)).toEqual([
    "",
    "At their whole size in `npx -y pnpm@12 test:deep` (2):",
    "  packages/a/src/parse.deep.test.ts: every file",
    "  test/laws/print.test.ts: 10,000 layers",
    "",
  ]);
});

test("a file that test leaves out and that is not a campaign is an error that names it", () => {
  writeFileSync(join(root, "test/laws/print.deep.test.ts"), 'import "./print.test.ts";\n');
  expect(() => campaignsOf(root)).toThrow(/^test\/laws\/print\.deep\.test\.ts: the first line must be "\/\/ Campaign/);
});

test("without campaigns there is nothing to list", () => {
  expect(describeCampaigns(campaignsOf(root))).toEqual([]);
});
