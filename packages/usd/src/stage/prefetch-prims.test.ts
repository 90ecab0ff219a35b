import { expect, test } from "vitest";
import { pathResolver } from "../resolve/path-resolver.ts";
import { Stage } from "./stage.ts";

const files = new Map(
  Object.entries({
    "/show/root.usda": `def "World"
{
${Array.from({ length: 12 }, (_, i) => `    def "Place_${i}" (\n        references = @./asset_${i % 4}.usda@</Asset>\n    )\n    {\n    }`).join("\n")}
}
`,
    ...Object.fromEntries(
      Array.from({ length: 4 }, (_, i) => [
        `/show/asset_${i}.usda`,
        `def "Asset" (\n    payload = @./parts.usda@</Parts_${i}>\n)\n{\n    def "Own"\n    {\n    }\n}\n`,
      ]),
    ),
    "/show/parts.usda": Array.from(
      { length: 4 },
      (_, i) =>
        `def "Parts_${i}"\n{\n    def "Part" (\n        references = @./none_${i}.usda@\n    )\n    {\n    }\n}\n`,
    ).join(""),
  }).map(([path, text]) => [path, new TextEncoder().encode(`#usda 1.0\n${text}`)]),
);

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Files arrive one by one, after some turns of the event loop. */
function open(onComposed?: (prims: number) => Promise<void> | undefined): Promise<Stage> {
  let turns = 0;
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    for (let i = ++turns % 5; i > 0; i--) await later();
    return files.get(path);
  };
  return Stage.open("/show/root.usda", { resolver: pathResolver({ read }), onComposed });
}

const contentOf = (stage: Stage): unknown => [
  ...Array.from(stage.traverse(), (path) => [
    path,
    stage.primStack(path).map((each) => `${each.layer.identifier} ${each.spec.path}`),
  ]),
  ...stage.problems.map(({ prim, error }) => `${prim}: ${error.message}`),
];

test("a stage is the same whether files arrive while prims are composed, or between", async () => {
  const whole = contentOf(await open());
  expect(whole).toHaveLength(1 + 12 * 3 + 12);
  expect(contentOf(await open(later))).toEqual(whole);
});

test("each prim that is composed is announced, and an error stops it", async () => {
  const counts: number[] = [];
  await open((prims) => void counts.push(prims));
  expect(counts.at(-1)).toBe(37);
  const reason = new Error("stopped");
  await expect(open(() => Promise.reject(reason))).rejects.toBe(reason);
});
