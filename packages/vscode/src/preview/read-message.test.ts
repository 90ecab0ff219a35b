import { expect, test } from "vitest";
import { previewHtml } from "./preview-html.ts";
import { readMessage, readState } from "./read-message.ts";

test.each([
  { kind: "ready" },
  { kind: "loaded" },
  { kind: "pick", path: "/A" },
  { kind: "pick", path: null },
  { kind: "place", location: "/a/b.usd", line: 7 },
  { kind: "asset", id: 3, meshId: "chair" },
  { kind: "layer", id: 4, location: "/a/b.usd", version: "" },
])("%j is a message", (message) => {
  expect(readMessage({ ...message, more: 1 })).toEqual(message);
});

test.each([
  undefined,
  null,
  "ready",
  {},
  { kind: "constructor" },
  { kind: "pick" },
  { kind: "pick", path: ["/A"] },
  { kind: "pick", path: "x".repeat(100_000) },
  { kind: "place", location: "/a", line: "1" },
  { kind: "asset", id: 1.5, meshId: "a" },
  { kind: "asset", id: 1, meshId: null },
  { kind: "layer", id: 1, location: "/a" },
  { kind: "layer", location: "/a", version: "" },
])("%j is none", (message) => {
  expect(readMessage(message)).toBeUndefined();
});

test("a saved state has a document and a lock; the view in it is the page's", () => {
  const state = { uri: "file:///a.usda", isLocked: true };
  expect(readState({ ...state, view: {} })).toEqual(state);
  for (const wrong of [undefined, {}, { uri: 5, isLocked: true }, { uri: "file:///a.usda" }]) {
    expect(readState(wrong)).toBeUndefined();
  }
});

test("URLs and the policy cannot leave their attributes", () => {
  const html = previewHtml({ cspSource: `'self' "><b>`, urlOf: (name) => `https://x/"<${name}`, nonce: `"<&` });
  expect(html).toContain('href="https://x/&quot;&lt;preview.css"');
  expect(html).toContain("style-src 'self' &quot;>&lt;b>;");
  expect(html).toContain('nonce="&quot;&lt;&amp;"');
  expect(html).not.toContain("<b>");
});
