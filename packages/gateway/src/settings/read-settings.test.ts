import { UsageError } from "@usdkit/command/cli/errors";
import { parseArguments } from "@usdkit/command/cli/parse-arguments";
import { describe, expect, test } from "vitest";
import { serveOptions } from "./options.ts";
import { readSettings } from "./read-settings.ts";
import { defaultSettings, type Settings } from "./settings.ts";

function settingsOf(argv: readonly string[], environment: Record<string, string> = {}): Settings {
  const args = parseArguments({ command: "$0", builder: serveOptions }, [...argv]);
  return readSettings(args, environment);
}

const DATABASE = "postgres://ada:secret@host/db";

test("no option gives the defaults, and each option changes one of them", () => {
  expect(settingsOf([])).toEqual(defaultSettings);
  const values: Readonly<Record<string, string>> = {
    database: DATABASE,
    role: "all",
    files: "folder",
    "api-key": "k=u",
    "missing-assets": "skip",
    background: "#ffffff",
    clock: "manual",
    variant: "status-201",
  };
  for (const [name, { type }] of Object.entries(serveOptions)) {
    if (name === "role") continue;
    const value = values[name] ?? (type === "number" ? "7" : "http://host");
    const settings = settingsOf(type === "boolean" ? [`--${name}`] : [`--${name}`, value]);
    const changed = Object.keys(settings).filter(
      (key) =>
        JSON.stringify([settings[key as keyof Settings]]) !==
          JSON.stringify([defaultSettings[key as keyof Settings]]) ||
        (key === "apiKeys" && settings.apiKeys.size > 0),
    );
    expect([name, changed.length]).toEqual([name, 1]);
  }
});

describe("database and role", () => {
  test.each(["api", "worker", "all"])("a PostgreSQL database takes the role %s", (role) => {
    const settings = settingsOf(["--database", DATABASE, "--role", role]);
    expect(settings).toMatchObject({ database: DATABASE, role, port: role === "worker" ? 0 : 8787 });
  });

  test("the database may be set in the environment; the option takes precedence", () => {
    const environment = { SPATIAL_GATEWAY_DATABASE: DATABASE };
    expect(settingsOf(["--role", "api"], environment).database).toBe(DATABASE);
    expect(settingsOf(["--database", "sqlite"], environment).database).toBe("sqlite");
  });
});

test("keys are read from options and the environment", () => {
  const { apiKeys, adminKey } = settingsOf(["--api-key", "a=ada", "--api-key", "b=bob"], {
    SPATIAL_GATEWAY_KEYS: "c=eve, d=dan",
    SPATIAL_GATEWAY_ADMIN_KEY: "root",
  });
  expect(Object.fromEntries(apiKeys)).toEqual({ a: "ada", b: "bob", c: "eve", d: "dan" });
  expect(adminKey).toBe("root");
});

test.each(["#ff8000", "FF8000"])("the background may be %s", (background) => {
  expect(settingsOf(["--background", background]).background).toEqual([1, 128 / 255, 0, 1]);
});

test.each(["folder", "/a/b:c", "s3://bucket", "s3://my.bucket/a/b_c-d/"])("files may be in %s", (files) => {
  expect(settingsOf(["--files", files]).files).toBe(files);
});

test.each([
  [["--role", "api"], "SQLite"],
  [["--role", "worker"], "SQLite"],
  [["--role", "both", "--database", DATABASE], "--role"],
  [["--database", "mysql://ada:secret@host/db"], "--database"],
  [["--database", "ada:secret@host"], "--database"],
  [["--database", DATABASE, "--role", "api", "--clock", "manual"], "--clock"],
  [["--internal-url", "ftp://host"], "--internal-url"],
  [["--files", "ftp://host/folder"], "--files"],
  [["--files", "s3://key:secret@bucket/"], "--files"],
  [["--api-key", "secret"], "KEY=USER"],
  [["--orphan-age", "0"], "--orphan-age"],
  [["--port", "80.5"], "--port"],
  [["--workers", "many"], "--workers"],
  [["--background", "red"], "--background"],
  [["--prot", "1"], "--port"],
])("%j is rejected; no password is repeated", (argv, named) => {
  expect(() => settingsOf(argv)).toThrow(UsageError);
  expect(() => settingsOf(argv)).toThrow(named);
  expect(() => settingsOf(argv)).not.toThrow("secret");
});
