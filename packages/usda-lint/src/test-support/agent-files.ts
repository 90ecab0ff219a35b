/** The files that agents work on. */

/** The root layer of the shot. */
export const SHOT = "shot.usda";
/** Numbers of the chairs of the shot. */
export const chairs: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

const chair = (i: number): string => `        # chair ${i}, by the designer
        def "Chair_${i}" (
            prepend references = @./chair.usda@
            variants = {
                string look = "${i % 2 === 0 ? "oak" : "red"}"
            }
        )
        {
            double3 xformOp:translate = (${i}, 0, ${i / 2}) # metres
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }
`;

/** The files of the folder: a shot with references, variants, a sublayer with animation, and a damaged file. */
export const agentFiles: Readonly<Record<string, string>> = {
  "shot.usda": `#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 1
    subLayers = [
        @./anim.usda@
    ]
    upAxis = "Y"
)

# the room
def Xform "World" (
    kind = "assembly"
)
{
    def Xform "Set" (
        kind = "group"
    )
    {
${chairs.map(chair).join("\n")}    }

    def Sphere "Lamp"
    {
        double radius = 0.25
        rel lights = </World/Set/Chair_0>
    }

    def Camera "Main"
    {
        float focalLength = 35
    }
}
`,
  "anim.usda": `#usda 1.0
(
    endTimeCode = 24
    startTimeCode = 1
)

over "World"
{
    over "Set"
    {
        over "Chair_1"
        {
            # dances
            double3 xformOp:translate.timeSamples = {
                1: (0, 0, 0),
                24: (8, 0, 0),
            }
        }
    }

    over "Lamp"
    {
        double radius = 2
    }
}
`,
  "chair.usda": `#usda 1.0
(
    defaultPrim = "Chair"
)

def Xform "Chair" (
    kind = "component"
    variants = {
        string look = "oak"
    }
    prepend variantSets = "look"
)
{
    def Cube "Seat"
    {
        double size = 0.5 # of the seat
    }

    def Cylinder "Leg_0"
    {
        double height = 0.5
    }

    def Cylinder "Leg_1"
    {
        double height = 0.5
    }

    variantSet "look" = {
        "oak" {
            over "Seat"
            {
                color3f[] primvars:displayColor = [(0.5, 0.25, 0)]
            }
        }
        "red" {
            over "Seat"
            {
                color3f[] primvars:displayColor = [(1, 0, 0)]
            }
        }
    }
}
`,
  "lost.usda": `#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "World"
{
    # moved to chair.usda
    def "Chair" (
        prepend references = @./old/chair.usda@
    )
    {
    }
}
`,
  "unitless.usda": `#usda 1.0

# no metadata at all
def Xform "Thing" (
    kind = "component"
)
{
    def Cube "Body"
    {
    }
}
`,
  "stale.usda": `#usda 1.0
(
    defaultPrim = "Former"
    metersPerUnit = 0.01
    subLayers = [
        @./gone.usda@
    ]
    upAxis = "Y"
)

# the thing
def Xform "Thing"
{
}
`,
  "ours.usda": mergeVersion({ radius: 2, extra: "" }),
  "theirs.usda": mergeVersion({ radius: 1, extra: '\n    def Cube "New"\n    {\n    }\n' }),
  "base.usda": mergeVersion({ radius: 1, extra: "" }),
};

function mergeVersion({ radius, extra }: { readonly radius: number; readonly extra: string }): string {
  return `#usda 1.0\n\ndef Xform "World"\n{\n    # kept\n    def Sphere "Ball"\n    {\n        double radius = ${radius}\n    }\n${extra}}\n`;
}
