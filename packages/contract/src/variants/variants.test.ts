import { describe, expect, test } from "vitest";
import { examples } from "../examples/examples.ts";
import { readReply } from "../index.ts";
import { endpointList } from "../registry/endpoints.ts";
import { neededFields } from "./needed-fields.ts";
import { variantNamed, variants } from "./index.ts";
import { applyVariants } from "./variant.ts";

const replies = endpointList.flatMap(([name, endpoint]) =>
  Object.entries(examples[name].replies as Readonly<Record<number, Readonly<Record<string, unknown>>>>).flatMap(
    ([status, byWords]) =>
      Object.entries(byWords).map(([words, body]) => ({
        words: `${name} ${words}`,
        endpoint,
        status: Number(status),
        body,
      })),
  ),
);

describe.each(variants)("$name", (variant) => {
  test("has a spec section and a description", () => {
    expect(variant.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(variant.source).toMatch(/^spec \d/);
    expect(variant.describe.length).toBeGreaterThan(10);
  });

  test("changes a reply or the service's behaviour, and mutates no reply", () => {
    const before = structuredClone(replies.map(({ body }) => body));
    const changed = replies.filter(({ endpoint, status, body }) => {
      const made = applyVariants([variant], { status, body }, endpoint.id);
      return JSON.stringify(made) !== JSON.stringify({ status, body });
    });
    expect(replies.map(({ body }) => body)).toEqual(before);
    const changesErrors = variant.reply?.({ status: 404, body: { code: 404 } }, "jobs.get").body !== undefined;
    expect(changed.length > 0 || variant.behaviour !== undefined || changesErrors).toBe(true);
  });

  test.runIf(variant.effect === "same")("keeps the required fields", () => {
    for (const { words, endpoint, status, body } of replies) {
      const schema = endpoint.replies[status]?.schema;
      if (endpoint.replies[status]?.content !== "application/json" || schema === undefined) continue;
      if (endpoint.isDoneBy2xx === true) continue;
      const made = applyVariants([variant], { status, body }, endpoint.id);
      const known = { operationId: "asked", worldId: "asked", taskId: "asked", done: false };
      const read = readReply(schema, JSON.parse(JSON.stringify(made.body)), known);
      expect({ words, read }).toMatchObject({ words, read: { kind: "read" } });
    }
  });
});

test("every endpoint with a key or a token defines the required fields of its reply", () => {
  const json = endpointList.filter(([, { replies: all }]) =>
    Object.values(all).some(({ content }) => content === "application/json"),
  );
  expect(Object.keys(neededFields).toSorted()).toEqual(json.map(([, { id }]) => id).toSorted());
});

test("names are unique; the error for an unknown one lists them", () => {
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  expect(variantNamed("relative-urls").source).toContain("2.7");
  expect(() => variantNamed("relative")).toThrow(/no variant "relative".*relative-urls/);
});
