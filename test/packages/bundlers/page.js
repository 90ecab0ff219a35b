// What a page does with the packages; the result is the title of the page.
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import { openLayer } from "@usdkit/usd";
import { formatUsda, printUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { validate } from "@usdkit/validate";

const scene = new Scene({ defaultPrim: "World" });
scene.xform("World").mesh("Chair", { asset: "asset:/mesh/chair-01" }).translate([0, 0, -2]);
const text = scene.toUsda();
const crate = openLayer(writeUsdc(openLayer(new TextEncoder().encode(text)).layer));
const findings = validate(text, { profile: "usda" });
const client = new RenderClient({ baseUrl: "https://example.com", apiKey: "key" });
const isRight = printUsda(crate.layer) === text && formatUsda(text) === text && findings.length === 0;
document.title = isRight && typeof client.render === "function" ? "works" : `wrong: ${findings.length} findings`;
