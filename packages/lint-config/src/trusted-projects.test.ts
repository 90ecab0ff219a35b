import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { TrustedProjects } from "./trusted-projects.ts";

const folder = mkdtempSync(join(tmpdir(), "usdkit-trust-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("consent is remembered for exactly this project", () => {
  const env = { XDG_CONFIG_HOME: join(folder, "config") };
  const trusted = new TrustedProjects(env);
  expect(trusted.has("/a")).toBe(false);
  trusted.add("/a");
  trusted.add("/b");
  trusted.add("/a");
  const again = new TrustedProjects(env);
  expect(["/a", "/b", "/a/c", "/"].map((each) => again.has(each))).toEqual([true, true, false, false]);
});

test.each([["{"], ['{"version":2,"projects":["/a"]}'], ['{"version":1,"projects":[1]}'], ["[]"]])(
  "a file with %s is consent to nothing",
  (text) => {
    const trusted = new TrustedProjects({ XDG_CONFIG_HOME: folder });
    mkdirSync(dirname(trusted.file), { recursive: true });
    writeFileSync(trusted.file, text);
    expect(trusted.has("/a")).toBe(false);
    trusted.add("/a");
    expect(trusted.has("/a")).toBe(true);
  },
);
