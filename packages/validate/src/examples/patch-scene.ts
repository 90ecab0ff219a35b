/** A scene, and texts of patches of it, for the examples of the patch rules. */

export const baseScene = `#usda 1.0
def Xform "World"
{
    def Camera "Main"
    {
        float focalLength = 35
    }

    def Camera "Second"
    {
    }

    def Mesh "Chair" (
        payload = @asset:/mesh/chair-01@
    )
    {
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (1280, 720)
    }
}
`;

/** Returns a patch with `statements` in an `over` of `/World/<name>`; they begin on line 6. */
export function patchOf(name: string, statements: string, metadata = ""): string {
  return `#usda 1.0
over "World"
{
    over "${name}"${metadata}
    {
        ${statements}
    }
}
`;
}
