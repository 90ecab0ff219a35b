// The renderer in a page.
import { render } from "@usdkit/raster";

const scene = `#usda 1.0
def Xform "World"
{
    def Camera "Main"
    {
    }
}
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (8, 4)
    }
}
`;
const image = await render(scene, new Map());
document.title = image.width === 8 && image.data.length === 8 * 4 * 4 ? "works" : `wrong: ${image.width}`;
