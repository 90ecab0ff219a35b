/** The states, which are written from the specification alone, against the contract, which client and gateway share. */
import { businessCodes, endpointList, endpointUrl, findEndpoint, limits } from "@usdkit/contract";
import * as fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorRows } from "./errors.ts";
import { findSpecified, specifiedRoutes, type SpecifiedRoute } from "./routes.ts";

type Row = Pick<SpecifiedRoute, "id" | "method" | "path" | "host" | "access">;

test("nothing of the contract, the client or the gateway is imported", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const imports = files.flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, name), "utf8").matchAll(/from "([^"]+)"/g)].map((match) => match[1]),
  );
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((from) => !/^(?:\.\/[\w-]+\.ts|node:crypto)$/.test(from ?? ""))).toEqual([]);
});

describe("the contract agrees", () => {
  test("endpoints: method, path, host and access", () => {
    const rowOf = ({ id, method, path, host, access }: Row): string => `${id}: ${method} ${host} ${path} ${access}`;
    const contract = endpointList.map(([, endpoint]) => rowOf(endpoint));
    expect(specifiedRoutes.map(rowOf).toSorted()).toEqual(contract.toSorted());
  });

  test("which endpoint a request is for, whatever is in the path and the body", () => {
    const value = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text !== "." && text !== "..");
    const operationId = fc.option(fc.constantFrom("", "job-1"), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...endpointList), value, operationId, ([, endpoint], id, operation) => {
        const { host, method } = endpoint;
        const name = /\{(\w+)\}/.exec(endpoint.path)?.[1];
        const values = name === undefined ? {} : { [name]: id };
        const path = /^https:\/\/a\.example([^?]*)/.exec(endpointUrl(endpoint, "https://a.example", values))?.[1] ?? "";
        const json = operation === undefined ? {} : { operationId: operation };
        const found = findEndpoint(method, path, json);
        expect(found.kind).toBe("found");
        const expected = found.kind === "found" ? found.endpoint.id : undefined;
        expect(findSpecified({ host, method, path, json })?.route.id).toBe(expected);
      }),
    );
  });

  test("business codes", () => {
    const rows = Object.values(businessCodes).map(({ bizCode, http, status, message }) => ({
      bizCode,
      http,
      status,
      message,
    }));
    expect(Object.values(errorRows).toSorted((a, b) => a.bizCode.localeCompare(b.bizCode))).toEqual(
      rows.toSorted((a, b) => a.bizCode.localeCompare(b.bizCode)),
    );
  });

  test("the guard's minute", () => {
    expect(limits.duplicateGuardMs).toBe(60_000);
  });
});
