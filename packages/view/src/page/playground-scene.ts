/** The example scene of the playground. */

/** Its name. */
export const SCENE_NAME = "playground.usda";

/** Its text. */
export const SCENE = `#usda 1.0
(
    defaultPrim = "World"
    doc = "Change something: findings, plan and image are updated. Or drop a USD file on the page: it stays in your browser"
)

def Xform "World"
{
    def Mesh "Room" (
        payload = @asset:/mesh/room@
    )
    {
    }

    def Mesh "Table" (
        payload = @asset:/mesh/table@
    )
    {
    }

    def Mesh "Chair" (
        payload = @asset:/mesh/chair@
    )
    {
        matrix4d xformOp:transform = ((0, 0, -1, 0), (0, 1, 0, 0), (1, 0, 0, 0), (-1, 0, 0, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def ParticleField3DGaussianSplat "Flowers" (
        payload = @asset:/mesh/flowers@
    )
    {
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0.75, 0, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def Camera "Main"
    {
        float focalLength = 30
        float horizontalAperture = 36
        float verticalAperture = 24
        float2 clippingRange = (0.1, 100)
        matrix4d xformOp:transform = ((0.8, 0, -0.6, 0), (-0.168, 0.96, -0.224, 0), (0.576, 0.28, 0.768, 0), (2.4, 1.7, 3.2, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (1280, 720)
    }
}
`;
