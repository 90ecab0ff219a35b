// Random stages with skeletons: hierarchies, orders of joints, both methods, blend shapes, rigid prims, instances and retimed animations.

import type { Random } from "../bench/generate/random.ts";

/** Returns the text of a layer. */
export function randomSkeletons(random: Random): string {
  const joints = randomJoints(random);
  const names = Array.from({ length: random.between(1, 4) }, (_, i) => `shape${i}`);
  const instances = random.between(0, 2);
  return `#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 10
)
${Array.from({ length: instances }, (_, i) => instance(random, `Copy${i}`)).join("\n")}
${skelRoot(random, { joints, names })}
`;
}

function skeleton(random: Random, name: string, joints: readonly string[], animated: string): string {
  // A skeleton without as many transforms as joints moves nothing, or only what its animation moves.
  const wrong = (): number => (random.chance(4) ? 1 : 0);
  return `        def Skeleton "${name}" (
            prepend apiSchemas = ["SkelBindingAPI"]
        )
        {
            uniform token[] joints = ${quoted(joints)}
            uniform matrix4d[] bindTransforms = ${list(joints.length + wrong(), () => matrix(random))}
            uniform matrix4d[] restTransforms = ${list(joints.length + wrong(), () => matrix(random))}
    ${animated}
        }`;
}

interface Character {
  readonly joints: readonly string[];
  /** Of blend shapes. */
  readonly names: readonly string[];
}

function randomJoints(random: Random): readonly string[] {
  const joints: string[] = [];
  const count = random.between(1, 8);
  for (let i = 0; i < count; i++) {
    const parent = i === 0 || random.chance(15) ? "" : `${joints[random.below(joints.length)]}/`;
    joints.push(`${parent}j${i}`);
  }
  return joints;
}

function number(random: Random, size = 2): string {
  return String((random.between(-1000, 1000) / 1000) * size);
}

function vector(random: Random, size = 2): string {
  return `(${number(random, size)}, ${number(random, size)}, ${number(random, size)})`;
}

function list(count: number, item: (index: number) => string): string {
  return `[${Array.from({ length: count }, (_, i) => item(i)).join(", ")}]`;
}

function quaternion(random: Random): string {
  const numbers = Array.from({ length: 4 }, () => random.between(-100, 100) / 100);
  const length = Math.hypot(...numbers) || 1;
  return `(${numbers.map((each) => (length === 1 ? "0.5" : String(each / length))).join(", ")})`;
}

function matrix(random: Random): string {
  const row = (i: number): string =>
    `(${[0, 1, 2].map((k) => String((i === k ? 1 : 0) + random.between(-300, 300) / 1000)).join(", ")}, 0)`;
  const moved = [0, 1, 2].map(() => number(random)).join(", ");
  return `(${row(0)}, ${row(1)}, ${row(2)}, (${moved}, 1))`;
}

function transform(random: Random): string {
  if (random.chance(40)) return "";
  return `    double3 xformOp:translate = ${vector(random)}
    float3 xformOp:rotateXYZ = ${vector(random, 90)}
    float3 xformOp:scale = (${random.between(5, 20) / 10}, ${random.between(5, 20) / 10}, 1)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale"]`;
}

function quoted(names: readonly string[]): string {
  return `[${names.map((name) => `"${name}"`).join(", ")}]`;
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random.between(0, 1e6) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function instance(random: Random, name: string): string {
  const offset = random.chance(50) ? ` (offset = ${random.between(-3, 3)}; scale = ${random.pick([1, 2])})` : "";
  const animation = random.chance(30) ? `    rel skel:animationSource = </Root/OtherAnimation>` : "";
  return `def Xform "${name}" (
    instanceable = ${random.chance(70)}
    prepend apiSchemas = ["SkelBindingAPI"]
    references = </Root>${offset}
)
{
${transform(random)}
${animation}
}`;
}

function animation(random: Random, name: string, { joints, names }: Character): string {
  const own = random.chance(60) ? joints : shuffled(random, joints).slice(0, random.between(1, joints.length));
  const shapes = shuffled(random, names).slice(0, random.between(1, names.length));
  const samples = (text: () => string): string =>
    random.chance(25) ? ` = ${text()}` : `.timeSamples = { 1: ${text()}, 4: ${text()}, 10: ${text()} }`;
  const scales = (): string =>
    list(own.length, () => `(${random.between(5, 20) / 10}, 1, ${random.between(5, 20) / 10})`);
  return `    def SkelAnimation "${name}"
    {
        uniform token[] joints = ${quoted(own)}
        float3[] translations${samples(() => list(own.length + (random.chance(2) ? 1 : 0), () => vector(random)))}
        quatf[] rotations${samples(() => list(own.length, () => quaternion(random)))}
        half3[] scales${random.chance(50) ? ` = ${list(own.length, () => "(1, 1, 1)")}` : samples(scales)}
        uniform token[] blendShapes = ${quoted(shapes)}
        float[] blendShapeWeights${samples(() => list(shapes.length, () => number(random)))}
    }`;
}

function skelRoot(random: Random, character: Character): string {
  const { joints } = character;
  // The skeleton has the source, or inherits that of a prim above it.
  const place = random.pick(["skeleton", "skeleton", "group", "root"]);
  const source = random.pick(["</Root/Animation>", "</Root/Animation>", "</Root/OtherAnimation>", "</Root/Missing>"]);
  const animatedAt = (where: string): string =>
    where === place && random.chance(85) ? `        rel skel:animationSource = ${source}` : "";
  const skeletons: BoundCharacter["skeletons"] = random.chance(30) ? ["Skeleton", "Other"] : ["Skeleton"];
  const meshes = Array.from({ length: random.between(1, 3) }, (_, i) =>
    mesh(random, `Mesh${i}`, { ...character, skeletons }),
  );
  return `def SkelRoot "Root" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
${transform(random)}
    rel skel:skeleton = </Root/Group/Skeleton>
${animatedAt("root")}
    def Xform "Group" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
${transform(random)}
${animatedAt("group")}
${skeletons.map((name) => skeleton(random, name, joints, animatedAt("skeleton"))).join("\n")}
    }
${animation(random, "Animation", character)}
${animation(random, "OtherAnimation", character)}
${meshes.join("\n")}
}`;
}

const POINTS = 6;

interface BoundCharacter extends Character {
  /** Names of the skeletons that meshes may be bound to. */
  readonly skeletons: readonly [string, ...string[]];
}

function mesh(random: Random, name: string, { joints, names, skeletons }: BoundCharacter): string {
  const perPoint = random.between(1, 4);
  const isRigid = random.chance(20);
  const own = random.chance(60)
    ? undefined
    : [...shuffled(random, joints).slice(0, random.between(1, joints.length)), "unknown"];
  const count = perPoint * (isRigid ? 1 : POINTS) + (random.chance(3) ? 1 : 0);
  const known = (own ?? joints).length;
  // An index that no joint has makes the influences invalid.
  const joint = (): string => String(random.between(random.chance(1) ? -1 : 0, known - (random.chance(1) ? 0 : 1)));
  const interpolation = `elementSize = ${perPoint}, interpolation = "${isRigid ? "constant" : "vertex"}"`.replace(
    ", ",
    "\n            ",
  );
  const shapes = random.chance(50) ? [] : shuffled(random, names).slice(0, random.between(1, names.length));
  const normals = random.pick(["", "vertex", "faceVarying"]);
  return `    def Mesh "${name}" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
${transform(random)}
        uniform token subdivisionScheme = "none"
        point3f[] points${random.chance(25) ? `.timeSamples = { 2: ${list(POINTS, () => vector(random))}, 7: ${list(POINTS, () => vector(random))} }` : ` = ${list(POINTS, () => vector(random))}`}
${random.chance(30) ? `        rel skel:skeleton = </Root/Group/${random.pick(skeletons)}>` : ""}
        int[] faceVertexCounts = [3, 3, 4]
        int[] faceVertexIndices = [0, 1, 2, 2, 3, 4, 0, 2, 4, 5]
${normals === "" ? "" : `        normal3f[] normals = ${list(normals === "vertex" ? POINTS : 10, () => vector(random))} (\n            interpolation = "${normals}"\n        )`}
        int[] primvars:skel:jointIndices = ${list(count, joint)} (
            ${interpolation}
        )
        float[] primvars:skel:jointWeights = ${list(count, () => String(random.between(0, 100) / 100))} (
            ${interpolation}
        )
${random.chance(60) ? `        matrix4d primvars:skel:geomBindTransform = ${matrix(random)}` : ""}
${own === undefined ? "" : `        uniform token[] skel:joints = ${quoted(own)}`}
${random.chance(40) ? `        uniform token primvars:skel:skinningMethod = "dualQuaternion"` : ""}
${
  shapes.length === 0
    ? ""
    : `        uniform token[] skel:blendShapes = ${quoted(shapes)}
        rel skel:blendShapeTargets = [${shapes.map((shape) => `</Root/${name}/${shape}>`).join(", ")}]
${shapes.map((shape) => blendShape(random, shape)).join("\n")}`
}
    }`;
}

function blendShape(random: Random, name: string): string {
  const indices = random.chance(50) ? [] : shuffled(random, [0, 1, 2, 3, 4, 5]).slice(0, random.between(1, POINTS));
  const count = indices.length === 0 ? POINTS : indices.length;
  const between = Array.from(
    { length: random.between(0, 2) },
    (_, i) => `            point3f[] inbetweens:i${i} = ${list(count, () => vector(random))} (
                weight = ${random.pick([-0.5, 0.25, 0.5, 0.75, 1.5])}
            )`,
  );
  return `        def BlendShape "${name}"
        {
            uniform vector3f[] offsets = ${list(count, () => vector(random))}
            uniform vector3f[] normalOffsets = ${list(count, () => vector(random))}
${indices.length === 0 ? "" : `            uniform int[] pointIndices = [${indices.join(", ")}]`}
${[...new Set(between)].join("\n")}
        }`;
}
