import { limits } from "../fields/limits.ts";

/**
 * Rules between fields, which zod schemas implement in code, as JSON Schema, by the name of the type. A test checks
 * that both give the same results. Omitted are rules that JSON Schema cannot express: extensions of files,
 * and Base64.
 */
export const rules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  JobOperation: doneSaysHow(),
  StreamOperation: doneSaysHow(),
  PushOperation: doneSaysHow(),
  StreamResult: {
    if: { required: ["status"], properties: { status: { const: "ACTIVE" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
    then: {
      required: ["host", "nodeId", "streamId", "token"],
      properties: { host: filled(), nodeId: filled(), streamId: filled(), token: filled() },
    },
  },
  UploadStartedReply: successHasPayload(),
  UploadInitReply: successHasPayload(),
  UploadStatusReply: successHasPayload(),
  UploadInit: {
    anyOf: [
      { required: ["deduplicated"], properties: { deduplicated: { const: true } } },
      { required: ["lackBlocks"], properties: { lackBlocks: { type: "array" } } },
    ],
  },
  CreateWorldRequest: {
    allOf: [
      {
        properties: {
          resources: {
            minItems: 1,
            anyOf: [{ contains: image(), minContains: limits.reconstructionImages }, { not: { contains: image() } }],
          },
        },
      },
    ],
  },
  GenerateWorldRequest: {
    allOf: [
      {
        properties: {
          resources: { contains: image(), minContains: 0, maxContains: limits.generationImages },
        },
      },
    ],
    anyOf: [
      { required: ["prompt"], properties: { prompt: { pattern: "\\S" } } },
      { required: ["resources"], properties: { resources: { contains: image() } } },
    ],
  },
};

function filled(): object {
  return { type: "string", minLength: 1 };
}

/** An entry counts as an image unless it is declared otherwise. */
function image(): object {
  return { not: { required: ["type"], properties: { type: { const: "video" } } } };
}

function doneSaysHow(): Readonly<Record<string, unknown>> {
  return {
    if: { properties: { done: { const: true } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
    then: {
      anyOf: [
        { required: ["result"], properties: { result: { type: "object" } } },
        { required: ["error"], properties: { error: { type: "object" } } },
      ],
    },
  };
}

function successHasPayload(): Readonly<Record<string, unknown>> {
  return {
    if: { properties: { c: { const: 0 } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
    then: { required: ["d"], properties: { d: { type: "object" } } },
  };
}
