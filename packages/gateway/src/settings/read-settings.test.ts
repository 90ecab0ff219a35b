import { describe, expect, test } from "vitest";
import { readSettings, SettingsError, type Command } from "./read-settings.ts";
import type { Settings } from "./settings.ts";

function settingsOf(argv: readonly string[], environment: Record<string, string> = {}): Settings {
  const command: Command = readSettings(argv, environment);
  if (command.kind !== "run") throw new Error(command.kind);
  return command.settings;
}

const DATABASE = "postgres://ada:secret@host/db";

describe("database and role", () => {
  test("are SQLite and all, unless said otherwise", () => {
    expect(settingsOf([])).toMatchObject({ database: "sqlite", role: "all", port: 8787 });
  });

  test.each(["api", "worker", "all"])("a PostgreSQL database takes the role %s", (role) => {
    const settings = settingsOf(["--database", DATABASE, "--role", role]);
    expect(settings).toMatchObject({ database: DATABASE, role, port: role === "worker" ? 0 : 8787 });
  });

  test("the database may be in the environment, where no list of processes shows it; the flag goes first", () => {
    const environment = { SPATIAL_GATEWAY_DATABASE: DATABASE };
    expect(settingsOf(["--role", "api"], environment).database).toBe(DATABASE);
    expect(settingsOf(["--database", "sqlite"], environment).database).toBe("sqlite");
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
    [["--orphan-age", "0"], "--orphan-age"],
    [["--background", "red"], "--background"],
  ])("refuses %j, and repeats no password", (argv, named) => {
    expect(() => settingsOf(argv)).toThrow(SettingsError);
    expect(() => settingsOf(argv)).toThrow(named);
    expect(() => settingsOf(argv)).not.toThrow("secret");
  });
});
