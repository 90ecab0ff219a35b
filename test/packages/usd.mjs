// What a user of the installed package writes; `check:packages` type-checks and runs it.
import { printUsda } from "@usdkit/usda";
import { memoryResolver, queryStage, Stage, StageValues } from "@usdkit/usd";

/** @param {string} text */
const bytes = (text) => Uint8Array.from(`#usda 1.0\n${text}`, (character) => character.charCodeAt(0));
const resolver = memoryResolver(
  new Map([
    ["shot.usda", bytes('def "Set" (\n    references = @./chair.usda@</Chair>\n)\n{\n}\n')],
    ["chair.usda", bytes('def Xform "Chair"\n{\n    def Cube "Seat"\n    {\n    }\n}\n')],
  ]),
);
const stage = await Stage.open("shot.usda", { resolver });
const found = [...queryStage(stage, "//{isa:Cube}")].map(({ path }) => path);
if (found.join() !== "/Set/Seat") throw new Error(`the query found ${found.join()}`);
const { source } = new StageValues(stage).value("/Set/Seat.size");
if (source.kind !== "fallback") throw new Error(`the size is from ${source.kind}`);
if (!printUsda(stage.flatten()).includes('def Cube "Seat"')) throw new Error("the stage was not flattened");
