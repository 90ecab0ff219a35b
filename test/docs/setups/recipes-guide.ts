import { writeFileSync } from "node:fs";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";

const MODEL = `#usda 1.0
def Xform "Model"
{
    def Mesh "Square"
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    }
    def Camera "Camera"
    {
        float focalLength = 35
    }
}
`;

writeFileSync("model.usdc", writeUsdc(parseUsda(MODEL).layer));
