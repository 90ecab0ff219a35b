import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpointList } from "../registry/endpoints.ts";
import { apiErrorSchema, makeApiError, readApiError, serviceDomain } from "./api-error.ts";
import { businessCode, businessCodes, type BusinessCodeName } from "./business-codes.ts";

const names = Object.keys(businessCodes) as BusinessCodeName[];

describe("business codes", () => {
  test("the table contains the codes of spec 7.2, and ours for 7.3", () => {
    expect(
      Object.values(businessCodes).map(({ http, status, bizCode, source }) => `${http} ${status} ${bizCode} ${source}`),
    ).toEqual([
      "400 INVALID_ARGUMENT 10001 spec",
      "401 UNAUTHENTICATED 10004 spec",
      "400 FAILED_PRECONDITION 11003 spec",
      "400 FAILED_PRECONDITION 11004 spec",
      "429 RESOURCE_EXHAUSTED 11001 spec",
      "403 PERMISSION_DENIED 12003 spec",
      "404 NOT_FOUND 12001 spec",
      "405 METHOD_NOT_ALLOWED 10405 ours",
      "409 ALREADY_EXISTS 14009 ours",
      "409 FAILED_PRECONDITION 14010 ours",
      "500 INTERNAL 10500 ours",
    ]);
  });

  test.each(names)("%s is found by its digits", (name) => {
    expect(businessCode(businessCodes[name].bizCode)).toBe(businessCodes[name]);
    expect(businessCodes[name].name).toBe(name);
  });

  test("any other is unknown, including names of object properties", () => {
    const known = new Set(Object.values(businessCodes).map(({ bizCode }) => bizCode));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("constructor", "__proto__", "internal", " 10001")), (text) => {
        fc.pre(!known.has(text));
        expect(businessCode(text)).toEqual({ name: "unknown", bizCode: text });
      }),
    );
    expect(businessCode(undefined)).toEqual({ name: "unknown", bizCode: undefined });
    expect(businessCode(null)).toEqual({ name: "unknown", bizCode: undefined });
  });
});

describe("errors", () => {
  test("has every field of spec 7.1", () => {
    expect(makeApiError({ name: "invalid-parameters", domain: "world", detail: "resources: expected 20" })).toEqual({
      code: 400,
      message: "Invalid request parameters",
      status: "INVALID_ARGUMENT",
      details: {
        reason: "BIZ_10001",
        domain: "world",
        message: "resources: expected 20",
        metaData: { bizCode: "10001" },
      },
    });
    expect(makeApiError({ name: "invalid-parameters", domain: "", http: 405, status: "UNIMPLEMENTED" })).toMatchObject({
      code: 405,
      status: "UNIMPLEMENTED",
    });
  });

  test.each(names)("%s is read as it was made", (name) => {
    const error = makeApiError({ name, domain: "rendercloud", detail: "because" });
    expect(apiErrorSchema.parse(error)).toEqual(error);
    expect(readApiError(error)).toEqual({
      status: businessCodes[name].status,
      message: "because",
      reason: `BIZ_${businessCodes[name].bizCode}`,
      domain: "rendercloud",
      bizCode: businessCodes[name].bizCode,
    });
  });

  test("an invalid field does not hide the others", () => {
    const nothing = { status: undefined, message: undefined, reason: undefined, domain: undefined, bizCode: undefined };
    expect(readApiError({ message: "m", details: "text" })).toEqual({ ...nothing, message: "m" });
    expect(readApiError({ message: 7, status: "S", details: { metaData: { bizCode: 11003 } } })).toEqual({
      ...nothing,
      status: "S",
      bizCode: "11003",
    });
    expect(readApiError({ details: { reason: "BIZ_12001", message: "" } })).toEqual({
      ...nothing,
      reason: "BIZ_12001",
      bizCode: "12001",
    });
    expect(readApiError({ details: { reason: "OTHER", metaData: null } })).toEqual({ ...nothing, reason: "OTHER" });
  });

  test("any value can be read", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (body) => {
        for (const fact of Object.values(readApiError(body))) expect(fact ?? "").toBeTypeOf("string");
      }),
    );
  });

  test("the area of the service follows from the path", () => {
    const domains = endpointList.flatMap(([, { host, path }]) => (host === "gateway" ? serviceDomain(path) : []));
    expect([...new Set(domains)].toSorted()).toEqual(["asset", "gen3d", "rendercloud", "world"]);
    expect(serviceDomain("")).toBe("");
  });
});
