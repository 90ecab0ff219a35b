import { expect, test } from "vitest";
import { endpointList, generateWorld, initUpload, reconstructWorld, requestFields } from "../index.ts";

const kinds = (schema: Parameters<typeof requestFields>[0]): object =>
  Object.fromEntries(requestFields(schema).map(({ name, kind }) => [name, kind]));

test("fields have the kinds of their schemas", () => {
  expect(kinds(generateWorld.request.body)).toMatchObject({ name: "text", cover: "url", resources: "other" });
  expect(kinds(reconstructWorld.request.headers)).toEqual({ "x-source": "text" });
  expect(kinds(initUpload.request.query)).toMatchObject({ metadata: "text", customPrefix: "text" });
  expect(requestFields(generateWorld.request.body).every(({ isRequired }) => !isRequired)).toBe(true);
});

test("every part of every request has its fields in the table", () => {
  const empty = endpointList.flatMap(([, { id, request }]) =>
    Object.entries(request).flatMap(([part, schema]) => (requestFields(schema).length === 0 ? [`${id} ${part}`] : [])),
  );
  // Its form has the file alone.
  expect(empty).toEqual(["assets.uploadSingle form"]);
});
