// Arbitrary scenes whose prims have any transform ops, and their matrices, computed with gl-matrix alone.

import * as fc from "fast-check";
import { mat4, quat, type vec3 } from "gl-matrix";

/** One op: the attribute's statement and its matrix. */
interface Op {
  readonly name: string;
  readonly statement: string;
  /** In gl-matrix, the matrix for column vectors in column order: the same 16 numbers as row vectors in row order. */
  readonly matrix: mat4;
}

/** A prim of the scene. */
export interface PlacedPrim {
  readonly path: string;
  readonly typeName: string;
  /** From the prim's space to its parent's; the identity for types that the format does not transform. */
  readonly local: mat4;
  /** Whether the transforms of the prims above are ignored. */
  readonly resets: boolean;
  readonly world: mat4;
}

/** A scene with two chains of prims, `/A/…` and `/B/…`, and a Mesh and a Camera in the innermost prim of each. */
export interface PlacedScene {
  readonly text: string;
  readonly prims: readonly PlacedPrim[];
}

const length = fc.integer({ min: -40, max: 40 }).map((each) => each / 4);
const triple = fc.tuple(length, length, length);
const degrees = fc.integer({ min: -36, max: 36 }).map((each) => each * 10);
const factor = fc.constantFrom(-2, -1, 0.25, 0.5, 1, 1.5, 3);
const suffix = fc.constantFrom("", ":pivot", ":a:b");
const AXES: Readonly<Record<string, vec3>> = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] };

const translation = (by: vec3): mat4 => mat4.fromTranslation(mat4.create(), by);
const rotation = (axis: string, angle: number): mat4 =>
  mat4.fromRotation(mat4.create(), (angle * Math.PI) / 180, AXES[axis] ?? [0, 0, 0]) ?? mat4.create();
/** Applies `first` to a point, and then `second`. */
const after = (first: mat4, second: mat4): mat4 => mat4.multiply(mat4.create(), second, first);
const tupleText = (numbers: Iterable<number>): string => `(${[...numbers].join(", ")})`;

const translate = fc
  .tuple(fc.constantFrom("double3", "float3", "half3"), suffix, triple)
  .map(([type, rest, by]): Op => {
    const name = `xformOp:translate${rest}`;
    return { name, statement: `${type} ${name} = ${tupleText(by)}`, matrix: translation(by) };
  });
const scale = fc.tuple(suffix, fc.tuple(factor, factor, factor)).map(([rest, by]): Op => {
  const name = `xformOp:scale${rest}`;
  return { name, statement: `float3 ${name} = ${tupleText(by)}`, matrix: mat4.fromScaling(mat4.create(), by) };
});
const rotateAxis = fc.tuple(fc.constantFrom("X", "Y", "Z"), suffix, degrees).map(([axis, rest, angle]): Op => {
  const name = `xformOp:rotate${axis}${rest}`;
  return { name, statement: `float ${name} = ${angle}`, matrix: rotation(axis, angle) };
});
const rotateThree = fc
  .tuple(fc.constantFrom("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"), suffix, fc.tuple(degrees, degrees, degrees))
  .map(([axes, rest, angles]): Op => {
    const name = `xformOp:rotate${axes}${rest}`;
    const [x, y, z] = angles;
    const turns: Readonly<Record<string, number>> = { X: x, Y: y, Z: z };
    const matrix = axes.split("").reduce((done, axis) => after(done, rotation(axis, turns[axis] ?? 0)), mat4.create());
    return { name, statement: `float3 ${name} = ${tupleText(angles)}`, matrix };
  });
const orient = fc
  .tuple(suffix, fc.constantFrom<vec3>([1, 0, 0], [0, 1, 0], [0, 0.6, 0.8]), degrees)
  .map(([rest, axis, angle]): Op => {
    const name = `xformOp:orient${rest}`;
    const turn = quat.setAxisAngle(quat.create(), axis, (angle * Math.PI) / 180);
    const [x, y, z, w] = turn;
    return {
      name,
      statement: `quatd ${name} = ${tupleText([w, x, y, z])}`,
      matrix: mat4.fromQuat(mat4.create(), turn),
    };
  });
const matrixOp = fc.tuple(suffix, degrees, triple, factor).map(([rest, angle, by, size]): Op => {
  const name = `xformOp:transform${rest}`;
  const scaled = mat4.fromScaling(mat4.create(), [size, 1, 1]);
  const matrix = after(after(scaled, rotation("Y", angle)), translation(by));
  const rows = [0, 4, 8, 12].map((row) => tupleText([...matrix].slice(row, row + 4)));
  return { name, statement: `matrix4d ${name} = (${rows.join(", ")})`, matrix };
});

const op = fc.oneof(translate, scale, rotateAxis, rotateThree, orient, matrixOp);

interface Body {
  readonly lines: readonly string[];
  readonly local: mat4;
  readonly resets: boolean;
}

const RESET = "!resetXformStack!";

/** Ops in any order, some of them twice, inverse or not listed, and with resets anywhere in the order. */
const body: fc.Arbitrary<Body> = fc
  .record({
    ops: fc.uniqueArray(op, { maxLength: 4, selector: ({ name }) => name }),
    picks: fc.array(fc.record({ at: fc.nat(), isInverse: fc.boolean() }), { maxLength: 5 }),
    resetAt: fc.option(fc.nat(4), { nil: undefined, freq: 3 }),
  })
  .map(({ ops, picks, resetAt }) => {
    const picked = ops.length === 0 ? [] : picks.map(({ at, isInverse }) => ({ op: ops[at % ops.length], isInverse }));
    const resets = resetAt !== undefined && resetAt <= picked.length;
    const counting = picked.slice(resets ? resetAt : 0);
    // A matrix that no order lists counts for the builder, as for the service.
    const isListed = ({ name }: Op): boolean => counting.length > 0 || name !== "xformOp:transform";
    const names = picked
      .filter((each) => isListed(each.op))
      .map((each) => `${each.isInverse ? "!invert!" : ""}${each.op.name}`);
    if (resets) names.splice(names.length - counting.length, 0, RESET);
    // Entries before the reset have no effect, and the last one is applied first.
    const local = counting.reduceRight((done, each) => {
      const inverse = each.isInverse ? mat4.invert(mat4.create(), each.op.matrix) : each.op.matrix;
      return after(done, inverse ?? mat4.create());
    }, mat4.create());
    const lines = [
      ...ops.filter(isListed).map(({ statement }) => statement),
      ...(names.length === 0 ? [] : [`uniform token[] xformOpOrder = ${JSON.stringify(names)}`]),
    ];
    return { lines, local, resets };
  });

/** Types that the format transforms (also those that the service ignores), and others. */
const typeName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Xform", "Mesh", "Camera") },
  { weight: 2, arbitrary: fc.constantFrom("Cube", "SkelRoot", "PointInstancer") },
  { weight: 1, arbitrary: fc.constantFrom("Scope", "Material", "") },
);
const UNPLACED: ReadonlySet<string> = new Set(["Scope", "Material", ""]);

const chain = fc.array(fc.record({ typeName, body }), { minLength: 1, maxLength: 4 });

export const placedScenes: fc.Arbitrary<PlacedScene> = fc
  .record({
    upAxis: fc.constantFrom("Y", "Z"),
    a: chain,
    b: chain,
    leaves: fc.tuple(body, body, body, body),
  })
  .map(({ upAxis, a, b, leaves }) => {
    const prims: PlacedPrim[] = [];
    const write = (name: string, links: typeof a, [mesh, camera]: readonly [Body, Body]): string => {
      let [path, world, open, close] = ["", mat4.create(), "", ""];
      const add = (each: { readonly typeName: string; readonly body: Body }, at: string, parent: mat4): mat4 => {
        const isPlaced = !UNPLACED.has(each.typeName);
        const local = isPlaced ? each.body.local : mat4.create();
        const resets = isPlaced && each.body.resets;
        const placed = resets ? local : after(local, parent);
        prims.push({ path: at, typeName: each.typeName, local, resets, world: placed });
        return placed;
      };
      links.forEach((link, depth) => {
        path += `/${depth === 0 ? name : "In"}`;
        world = add(link, path, world);
        open += `def ${link.typeName} "${depth === 0 ? name : "In"}" {\n${link.body.lines.join("\n")}\n`;
        close += "}\n";
      });
      const leaf = (type: string, { lines }: Body): string =>
        `def ${type} "${type}${name}" {\n${lines.join("\n")}\n}\n`;
      add({ typeName: "Mesh", body: mesh }, `${path}/Mesh${name}`, world);
      add({ typeName: "Camera", body: camera }, `${path}/Camera${name}`, world);
      return `${open}${leaf("Mesh", mesh)}${leaf("Camera", camera)}${close}`;
    };
    const [meshA, cameraA, meshB, cameraB] = leaves;
    const chains = write("A", a, [meshA, cameraA]) + write("B", b, [meshB, cameraB]);
    return { text: `#usda 1.0\n(\n    upAxis = "${upAxis}"\n)\n${chains}`, prims };
  });
