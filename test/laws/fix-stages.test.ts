// Campaign: Safe fixes in 3,000 sets of layers, and every stage of a set as usd-core composes it

// The law of safe fixes in sets of layers: whichever file is fixed, every stage that uses it looks the same to the reference.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fixScene, type Profile } from "@usdkit/validate";
import * as fc from "fast-check";
import { afterAll, expect, inject, test } from "vitest";
import { installedReference } from "../oracle/environment.ts";
import { LineWorker } from "../oracle/line-worker.ts";

interface Answer {
  readonly compared: number;
  readonly differences: readonly string[];
}

const python = installedReference();
if (python === undefined) console.log("fix-stages: no usd-core here; set USDKIT_PYTHON, or run the oracle once");
const script = fileURLToPath(new URL("../oracle/stages.py", import.meta.url));
const reference = new LineWorker<Answer>({ python: python ?? "", script });
const folder = mkdtempSync(join(tmpdir(), "stages-"));
afterAll(() => {
  reference.close();
  rmSync(folder, { recursive: true });
});

const UNIT = "( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )";
const MOVED = "( (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (4, 5, 6, 1) )";

/** Opinions that layers of a set author on the same prims; any layer may have any of them. */
const statement = fc.constantFrom(
  "double3 xformOp:translate = (1, 0, 0)",
  "double3 xformOp:translate = (5, 0, 0)",
  "float xformOp:rotateY = 30",
  "float3 xformOp:scale = (2, 2, 2)",
  `matrix4d xformOp:transform = ${UNIT}`,
  `matrix4d xformOp:transform = ${MOVED}`,
  "float focalLength = 20",
  "uniform float focalLength = 24",
  "float2 clippingRange = (1, 100)",
  "int2 resolution = (640, 480)",
);
const nameOf = (text: string): string => /[\w:]+(?= =)/.exec(text)?.[0] ?? "";
const body = fc
  .record({
    own: fc.uniqueArray(statement, { maxLength: 4, selector: nameOf }),
    order: fc.oneof(
      { weight: 4, arbitrary: fc.constant("own" as const) },
      { weight: 1, arbitrary: fc.constant("none" as const) },
      { weight: 1, arbitrary: fc.subarray(["xformOp:translate", "xformOp:scale", "xformOp:transform"]) },
    ),
    uniform: fc.constantFrom("uniform ", "uniform ", ""),
  })
  .map(({ own, order, uniform }) => {
    const ops = own.map(nameOf).filter((name) => name.startsWith("xformOp"));
    const listed = order === "own" ? ops : order;
    const isListed = listed !== "none" && listed.length > 0;
    return [...own, ...(isListed ? [`${uniform}token[] xformOpOrder = ${JSON.stringify(listed)}`] : [])].join("\n");
  });

const FILES = ["base.usda", "middle.usda", "root.usda", "service.usda"] as const;

/** Root prims `W` with a child `C`, and an arc to an earlier layer of the set. */
const layer = (index: number): fc.Arbitrary<string> =>
  fc
    .record({
      specifier: index === 0 ? fc.constant("def") : fc.constantFrom("def", "over"),
      type: fc.constantFrom("Xform", "Camera", "Mesh"),
      own: body,
      child: body,
      settings: fc.boolean(),
      arc: fc.constantFrom("subLayers", "references", "payload"),
      target: fc.nat({ max: Math.max(0, index - 1) }),
    })
    .map(({ specifier, type, own, child, settings, arc, target }) => {
      const file = `@./${FILES[target]}@`;
      const isSublayer = index > 0 && arc === "subLayers";
      const header = isSublayer ? `(\n    subLayers = [${file}]\n)\n` : '(\n    defaultPrim = "W"\n)\n';
      const metadata = index > 0 && !isSublayer ? ` (\n    ${arc} = ${file}</W>\n)` : "";
      const typed = specifier === "over" ? "" : `${type} `;
      // Not in a Scope of that name, which would make the file a scene of the service.
      const last = settings ? 'def RenderSettings "Settings"\n{\nint2 resolution = (1, 2)\n}\n' : "";
      return `#usda 1.0\n${header}\n${specifier} ${typed}"W"${metadata}\n{\n${own}\n${specifier} Camera "C"\n{\n${child}\n}\n}\n${last}`;
    });

/** A scene of the service, which no other layer uses: its ops may be baked. */
const serviceScene = fc.tuple(body, body).map(([own, child]) => {
  const settings = 'def Scope "Render"\n{\ndef RenderSettings "Settings"\n{\nint2 resolution = (8, 8)\n}\n}\n';
  return `#usda 1.0\ndef Xform "W"\n{\n${own}\ndef Camera "C"\n{\n${child}\n}\n}\n${settings}`;
});

const sets = fc.tuple(layer(0), layer(1), layer(2), serviceScene);
const profile: fc.Arbitrary<Profile> = fc.constantFrom("auto", "offline", "realtime", "patch", "usd");

const numRuns = inject("deep") ? 3000 : 60;

test.skipIf(python === undefined)("safe fixes of a layer change no stage that uses it", async () => {
  let [fixed, unsafe, broken] = [0, 0, 0];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(sets, fc.nat({ max: 3 }), profile, async (texts, index, used) => {
      const stage = writeSet(`set-${run++}`, texts);
      const check = async (source: Uint8Array): Promise<Answer> => {
        const after = `${stage}-after`;
        cpSync(stage, after, { recursive: true });
        writeFileSync(join(after, FILES[index]), source);
        const roots = (at: string): string[] => FILES.map((name) => join(at, name));
        const answer = await reference.ask({ before: roots(stage), after: roots(after) });
        rmSync(after, { recursive: true });
        if ("failed" in answer) throw new Error(answer.failed);
        return answer;
      };
      const safe = fixScene(texts[index], { profile: used });
      if (safe.applied > 0) {
        fixed++;
        expect((await check(safe.source)).differences).toEqual([]);
      }
      // What the law is about: the unsafe fixes of the same layers do change stages.
      const all = fixScene(texts[index], { profile: used, unsafe: true });
      if (all.applied > 0) {
        unsafe++;
        if ((await check(all.source)).differences.length > 0) broken++;
      }
      rmSync(stage, { recursive: true });
    }),
    { numRuns },
  );
  console.log(
    `fix-stages: ${run} sets, ${fixed} with safe fixes, ${unsafe} with any, ${broken} of which change a stage`,
  );
  expect(fixed).toBeGreaterThan(numRuns / 20);
  expect(broken).toBeGreaterThan(numRuns / 20);
});

function writeSet(name: string, texts: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  texts.forEach((text, i) => writeFileSync(join(path, FILES[i]), text));
  return path;
}
