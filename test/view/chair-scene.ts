// A chair with flowers, seen through a camera: the scene of the tests of `usda view` and of previews.

export const SCENE: string = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    def Mesh "Chair" (
        payload = @asset:/mesh/chair@
    )
    {
    }

    def ParticleField3DGaussianSplat "Flowers" (
        payload = @asset:/mesh/flowers@
    )
    {
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def Camera "Main"
    {
        float focalLength = 35
        float2 clippingRange = (0.1, 100)
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0.8, 3, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (640, 480)
    }
}
`;
