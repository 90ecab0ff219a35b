/** Texts that the examples of rules are made of. */

/** `body`, which begins and ends with a line break, in a scene that has the rest of what a job needs. Line 2 is its first. */
export function fullScene(body: string): string {
  return `#usda 1.0${body}
def Camera "Main"
{
    float focalLength = 35
}
${settings}`;
}

/** As {@link fullScene}, without a camera. */
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

/** The statements of a place one above the origin, as the service wants them. */
export const place = `matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) )
    uniform token[] xformOpOrder = ["xformOp:transform"]`;
