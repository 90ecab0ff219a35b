// What a user of the installed package writes; `check:packages` type-checks and runs it.
import { parseUsda, printUsda } from "@usdkit/usda";

const { layer, diagnostics, ok } = parseUsda('#usda 1.0\n\ndef Xform "World"\n{\n}\n');
if (!ok || diagnostics.length > 0) throw new Error("a good scene was rejected");
if (!printUsda(layer).includes('def Xform "World"')) throw new Error("the scene was not printed");
if (parseUsda("no scene").ok) throw new Error("a bad scene was accepted");
