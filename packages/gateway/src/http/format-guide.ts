import { primTypes, primTypesTable, type PrimTypes } from "@usdkit/service-scene";
import type { Settings } from "../settings/settings.ts";

/** Returns the supported scene content as markdown, from the tables of the scene reader. */
export function formatGuide({ maxResolution }: Pick<Settings, "maxResolution">, types: PrimTypes = primTypes): string {
  return `# Scenes

A scene is OpenUSD text (USDA, \`#usda 1.0\`), sent as the Base64 of its UTF-8 bytes in \`usdContent\`.

${primTypesTable(types)}

- Everything else is passed over: other types (not what is below them), other attributes, \`upAxis\`, \`metersPerUnit\`.
- A payload is \`<scheme>:/mesh/<meshId>\`, with a target prim path if you like. The id is that of a mesh that you read in, or of one of your worlds.
- Matrices are for row vectors: the translation is in the fourth row. Only \`xformOp:transform\` is read.
- The first Camera in the order of the file takes the image. The first RenderSettings count.
- A job needs \`int2 resolution\` on its RenderSettings (or on the camera), each side from 1 to ${maxResolution} pixels. A stream does not.
- Full scenes use \`def\`. A patch of a stream uses \`over\`, with the paths of its scene, and moves the camera only.
- \`references\`, \`subLayers\`, variants and materials are not supported. A syntax error makes the job fail.

\`\`\`usda
#usda 1.0
(
    defaultPrim = "World"
)
def Xform "World"
{
    def Mesh "Chair" (
        payload = @asset:/mesh/MESH_ID@
    )
    {
    }
    def Camera "Main"
    {
        float focalLength = 35
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 5, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        int2 resolution = (1280, 720)
    }
}
\`\`\`
`;
}
