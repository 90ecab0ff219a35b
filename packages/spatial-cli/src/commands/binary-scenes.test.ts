/** Scenes in crates and packages: the service takes only text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dumpLayer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { expect, test } from "vitest";
import { SCENES, setUp, type Desk } from "../test-support/run-spatial.ts";

const FAST = ["--interval", "0.01"];
const text = readFileSync(join(SCENES, "two-chairs.usda"));
const crateOf = (source: Uint8Array): Uint8Array => writeUsdc(parseUsda(source).layer);

/** The scene of the last request of an endpoint. */
function sent({ service }: Desk, endpoint: string): Buffer {
  const { usdContent = "" } = (service.record.of(endpoint).at(-1)?.body?.json ?? {}) as { usdContent?: string };
  return Buffer.from(usdContent, "base64");
}

test.each(["chairs.usdc", "chairs.usd"])("a crate is sent as text, with a note: %s", async (name) => {
  const desk = await setUp();
  desk.file(name, crateOf(text));
  const { code, stderr } = await desk.run(["render", name, "-o", "a.png", ...FAST]);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`note: ${name} is sent as USDA text`)]);
  expect(dumpLayer(parseUsda(sent(desk, "jobs.submit")).layer)).toEqual(dumpLayer(parseUsda(text).layer));
});

test("the first layer of a package is sent; one that is text byte for byte", async () => {
  const desk = await setUp();
  const data = new Uint8Array(text);
  desk.file("a.usdz", writePackage([{ path: "chairs.usda", data }]));
  const { code, stderr } = await desk.run(["render", "a.usdz", "-o", "a.png", ...FAST]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /note: a\.usdz\[chairs\.usda\] is sent as USDA text.*other files of the package are not sent/,
    ),
  ]);
  expect(sent(desk, "jobs.submit").equals(text)).toBe(true);
  desk.file("b.usdz", writePackage([{ path: "chairs.usdc", data: crateOf(text) }]));
  expect((await desk.run(["stream", "b.usdz", "--frames", "1", ...FAST])).code).toBe(0);
  expect(sent(desk, "streams.create").subarray(0, 9).toString()).toBe("#usda 1.0");
});

test("a crate is validated as text is: 2, one line for each error, by prim", async () => {
  const desk = await setUp();
  const broken = Buffer.from(text.toString().replaceAll("int2 resolution", "int2 resolutoin"));
  desk.file("a.usdc", crateOf(broken));
  const { code, stderr } = await desk.run(["render", "a.usdc", "-o", "a.png"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^a\.usdc: \/[\w/]*: error [a-z-]+ /m);
  expect(stderr).toContain("nothing was sent");
  expect(desk.service.record.requests).toEqual([]);
});

test.each([
  ["a crate", crateOf(text).slice(0, 100)],
  ["a package", writePackage([{ path: "a.usdc", data: crateOf(text) }]).slice(0, 200)],
  ["a ZIP file without a layer", Buffer.from("PK\x05\x06".padEnd(22, "\0"), "latin1")],
])("%s that is damaged: 2, and one line", async (_, bytes) => {
  const desk = await setUp();
  desk.file("a.usdz", bytes);
  for (const more of [[], ["--no-validate"]]) {
    const { code, stdout, stderr } = await desk.run(["render", "a.usdz", "-o", "a.png", ...more]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^spatial render: a\.usdz: The scene cannot be read: .* at byte \d+.* Nothing was sent\.\n$/,
    );
  }
  expect(desk.service.record.requests).toEqual([]);
});
