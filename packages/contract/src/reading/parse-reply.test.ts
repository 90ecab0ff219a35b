import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { examples } from "../examples/examples.ts";
import { parseReply } from "./parse-reply.ts";
import { readReply } from "./read-reply.ts";
import { endpointList } from "../registry/endpoints.ts";
import { mapMembers } from "../variants/json.ts";

/** JSON texts with integers of any length, also in strings and keys. */
const { json } = fc.letrec<{ json: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.constantFrom(
      "-0",
      "1e5",
      "1E+30",
      "-2.5e-3",
      "12345678901234567890.5",
      "12345678901234567890e1",
      "true",
      "null",
    ),
    fc
      .oneof(fc.string(), fc.constantFrom('"12345678901234567890', String.raw`\"12345678901234567890,\\`))
      .map((text) => JSON.stringify(text)),
  ),
  json: fc.oneof(
    { maxDepth: 4 },
    tie("leaf"),
    fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(" , ")}]`),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom("__proto__", "12345678901234567890")), tie("json")), {
        maxLength: 4,
      })
      .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}\n:${value}`).join(",")}}`),
  ),
}));

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

describe("parseReply", () => {
  test("returns what a reviver makes of the source of each number", () => {
    const revived = (text: string): unknown =>
      parse(text, (_, value, { source }) =>
        typeof value === "number" && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
          ? source
          : value,
      );
    fc.assert(
      fc.property(json, (text) => {
        expect(parseReply(text)).toStrictEqual(revived(text));
      }),
    );
  });

  test.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", "9007199254740992"],
    ["-9007199254740992", "-9007199254740992"],
    ["1790432158836457473", "1790432158836457473"],
  ])("returns %s as %o", (text, value) => {
    expect(parseReply(text)).toBe(value);
    expect(parseReply(` [ ${text}\n,{"a":${text}}]`)).toEqual([value, { a: value }]);
  });

  test.each([
    "",
    "{",
    '{12345678901234567890:"a"}',
    "012345678901234567890",
    "[1234567890123456789",
    '"1234567890123456789',
    "12345678901234567890 1",
  ])("throws a SyntaxError for %s", (text) => expect(() => parseReply(text)).toThrow(SyntaxError));

  test("reads a text of any depth", () => {
    let value = parseReply(`${"[".repeat(200_000)}12345678901234567890${"]".repeat(200_000)}`);
    while (Array.isArray(value)) [value] = value as unknown[];
    expect(value).toBe("12345678901234567890");
  });
});

describe("ids of 64 bits keep their digits", () => {
  const replies = endpointList.flatMap(([name, { replies: byStatus }]) =>
    Object.entries(examples[name].replies as Readonly<Record<number, Readonly<Record<string, unknown>>>>).flatMap(
      ([status, byWords]) => {
        const reply = byStatus[Number(status)];
        if (reply?.content !== "application/json") return [];
        const named = Object.entries(byWords).map(
          ([words, value]) => [`${name} ${words}`, reply.schema, value] as const,
        );
        return named.filter(([, , value]) => idsOf(value).length > 0);
      },
    ),
  );

  test("in replies of every endpoint that has ids", () => {
    expect(replies.length).toBeGreaterThan(30);
  });

  test.each(replies)("%s", (_, schema, value) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.boolean(), (id, isNumber) => {
        const sent = isNumber ? String(id) : JSON.stringify(String(id));
        // A field of the future, in a list.
        const whole = { ...(value as object), history: [{ previousId: "old" }] };
        const text = JSON.stringify(mapMembers(whole, (member, path) => (isId(member, path) ? MARK : member)));
        const read = readReply(schema, parseReply(text.replaceAll(`"${MARK}"`, sent)));
        if (read.kind === "unreadable") throw new Error(read.problems.map(({ message }) => message).join());
        const ids = idsOf(read.value);
        expect(ids).toHaveLength(idsOf(whole).length);
        expect(new Set(ids.map(String))).toEqual(new Set([String(id)]));
      }),
      { numRuns: 30 },
    );
  });
});

const MARK = "the id";

const isId = (member: unknown, path: string): boolean =>
  path.endsWith("Id") && (typeof member === "string" || typeof member === "number");

/** Returns the values of all ids of a reply. */
function idsOf(value: unknown): unknown[] {
  const ids: unknown[] = [];
  mapMembers(value, (member, path) => {
    if (isId(member, path)) ids.push(member);
    return member;
  });
  return ids;
}
