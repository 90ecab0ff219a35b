// What a user of the installed package writes; `check:packages` type-checks and runs it.
import { decodeUsdContent, encodeBase64, projectionMatrix, readScene, viewMatrix } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";

const text = `#usda 1.0

def Camera "Main"
{
    matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1.5, 6, 1) )
    uniform token[] xformOpOrder = ["xformOp:transform"]
}

def Mesh "Chair" (
    payload = @asset:/mesh/chair-01@</mesh>
)
{
}
`;
const { camera, items, ignored } = readScene(parseUsda(text).layer);
if (camera === null || items.length !== 1 || ignored.length > 0) throw new Error("the scene was not read");
if (items[0]?.meshId !== "chair-01") throw new Error("the mesh id was not read");
if (viewMatrix(camera.worldMatrix)?.[14] !== -6) throw new Error("the view matrix is wrong");
if (projectionMatrix(camera, { aspect: 16 / 9 })[11] !== -1) throw new Error("the projection matrix is wrong");
const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
if (decodeUsdContent(encodeBase64(bytes)).length !== bytes.length) throw new Error("Base64 lost bytes");
