import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../errors/errors.ts";
import { defaultServiceConventions, readConventions, type ConventionOptions } from "./service-conventions.ts";

describe("the conventions of a service", () => {
  test("default to our assumptions, each by itself", () => {
    expect(readConventions()).toEqual(defaultServiceConventions);
    expect(readConventions({ firstPart: 1, fieldNames: undefined })).toEqual({
      ...defaultServiceConventions,
      firstPart: 1,
    });
  });

  test.each<readonly [ConventionOptions, RegExp]>([
    [{ firstPart: -1 }, /conventions\.firstPart: expected a whole number of at least 0, found -1/],
    [{ firstPart: 0.5 }, /found 0\.5/],
    [{ fieldNames: { part: "index" } }, /expected taskId or partNumber, found "part"/],
    [{ fieldNames: { constructor: "index" } }, /found "constructor"/],
    [{ fieldNames: { taskId: 'a"\r\n' } }, /fieldNames\.taskId: expected the name of a form field/],
    [{ fieldNames: { taskId: "file" } }, /found "file"/],
    [{ successStatuses: ["DONE", " "] }, /successStatuses\[1\]: expected a status, found an empty text/],
    [{ failureStatuses: Array.from({ length: 101 }, (_, i) => `S${i}`) }, /at most 100/],
    [{ successStatuses: ["timed out"], failureStatuses: ["TIMED_OUT"] }, /"timed out" means success and failure/],
  ])("%j is rejected", (options, message) => {
    expect(() => readConventions(options)).toThrow(InvalidRequestError);
    expect(() => readConventions(options)).toThrow(message);
  });
});
