/** Texts for the examples of rules. */

/** Returns a complete scene for a job that contains `body`, which starts and ends with a line break and begins on line 2. */
export function fullScene(body: string): string {
  return `#usda 1.0${body}
def Camera "Main"
{
    float focalLength = 35
}
${settings}`;
}

/** Like {@link fullScene}, without a camera. */
export function sceneWithoutCamera(body: string): string {
  return `#usda 1.0${body}${settings}`;
}

const settings = `
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (1280, 720)
    }
}
`;

/** The statements of a translation by 1 along y, as the service expects them. */
export const place = `matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) )
    uniform token[] xformOpOrder = ["xformOp:transform"]`;
