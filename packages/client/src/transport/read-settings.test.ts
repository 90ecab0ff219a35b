import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../errors/errors.ts";
import { SpatialClient } from "../node-client.ts";
import { KEY } from "../test-support/transport.ts";
import { readSettings, type ClientOptions } from "./read-settings.ts";

const settings = (options: object): ClientOptions => ({ baseUrl: "https://gateway.example", apiKey: KEY, ...options });

describe("settings are validated, with a hint and without secrets", () => {
  const wrong: [string, object, RegExp][] = [
    ["no base URL", { baseUrl: undefined }, /baseUrl is missing; expected https:\/\/host/],
    ["not a URL", { baseUrl: "gateway.example" }, /baseUrl is not a URL/],
    ["a key instead of the URL", { baseUrl: KEY }, /baseUrl is not a URL/],
    ["another protocol", { baseUrl: "wss://gateway.example" }, /begins with wss:/],
    ["a user name in the URL", { baseUrl: `https://me:${KEY}@gateway.example` }, /user name or password/],
    ["a query in the URL", { baseUrl: `https://gateway.example/?key=${KEY}` }, /query or a fragment/],
    [
      "a path too many",
      { baseUrl: "https://gateway.example/global" },
      /ends before \/global: https:\/\/gateway\.example/,
    ],
    [
      "a whole endpoint",
      { baseUrl: "https://gateway.example/v/global/world/v1/list" },
      /ends before \/global.*: https:\/\/gateway\.example\/v\b/,
    ],
    ["no key", { apiKey: undefined }, /apiKey is missing/],
    ["an empty key", { apiKey: "" }, /apiKey is empty/],
    ["a key with white space", { apiKey: `${KEY}\n` }, /white space/],
    ["a key with Bearer", { apiKey: `Bearer ${KEY}` }, /sent by itself/],
    ["a key with non-ASCII characters", { apiKey: "schlüssel" }, /visible ASCII/],
    ["a fetch that is not a function", { fetch: 3 }, /fetch is not a function/],
    ["no attempts", { retry: { attempts: 0 } }, /retry\.attempts/],
    ["half an attempt", { retry: { attempts: 1.5 } }, /retry\.attempts/],
    ["a negative margin", { retry: { margin: -1 } }, /retry\.margin/],
    ["a timeout that is NaN", { timeout: Number.NaN }, /timeout\.attempt/],
    ["a timeout that is text", { timeout: { idle: "long" } }, /timeout\.idle/],
  ];
  for (const [name, options, message] of wrong) {
    test(`${name} is rejected`, () => {
      const make = (): SpatialClient => new SpatialClient(settings(options));
      expect(make).toThrow(InvalidRequestError);
      expect(make).toThrow(message);
      let said = "";
      try {
        make();
      } catch (error) {
        said = inspect(error);
      }
      expect(said).not.toContain(KEY);
    });
  }
});

test("a path that a proxy adds is kept, without trailing slashes", () => {
  for (const baseUrl of ["https://h.example", "https://h.example/", "https://h.example//"]) {
    expect(readSettings(settings({ baseUrl })).baseUrl).toBe("https://h.example");
  }
  expect(readSettings(settings({ baseUrl: "https://h.example/a/b/" })).baseUrl).toBe("https://h.example/a/b");
});

test("warns about http once, except for localhost", () => {
  const warnings = (baseUrl: string): string[] => {
    const said: string[] = [];
    readSettings(settings({ baseUrl, logger: { warn: (message: string) => said.push(message) } }));
    return said;
  };
  for (const host of ["localhost:8787", "127.0.0.1:1234", "[::1]:80", "gateway.localhost", "127.8.9.1"]) {
    expect(warnings(`http://${host}`)).toEqual([]);
  }
  for (const host of ["gateway.example", "10.0.0.1", "127.0.0.1.example", "localhost.example"]) {
    expect(warnings(`http://${host}`)).toEqual([
      `The API key goes to http://${host} unencrypted: use https unless everything between is yours.`,
    ]);
  }
  expect(warnings("https://gateway.example")).toEqual([]);
});

test("options that are undefined use the defaults", () => {
  const { retry, timeout } = readSettings(
    settings({ retry: { attempts: undefined }, timeout: { attempt: undefined } }),
  );
  expect([retry.attempts, timeout.attempt]).toEqual([6, 15_000]);
  expect(readSettings(settings({ retry: false })).retry.attempts).toBe(1);
  expect(readSettings(settings({ timeout: 5 })).timeout).toMatchObject({ attempt: 5, idle: 30_000 });
});

test("nothing printable contains the client's key", () => {
  for (const apiKey of [KEY, () => KEY]) {
    const client = new SpatialClient(settings({ apiKey }));
    const handle = client.jobs.follow("job-1");
    for (const value of [client, client.jobs, client.worlds, handle]) {
      const shown = [inspect(value, { depth: 20, showHidden: true, getters: true }), JSON.stringify(value)];
      expect(shown.join("\n")).not.toContain(KEY);
    }
    expect(String(client)).toBe("SpatialClient(https://gateway.example)");
  }
});
