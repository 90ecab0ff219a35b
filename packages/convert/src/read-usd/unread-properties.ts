/** Properties of stages that no reader of this folder takes, and glTF has no place for. */
import { isTextKind } from "@usdkit/layer";
import { isA } from "@usdkit/schemas";
import { numbersOf, type PrimNode } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { StageAtTime } from "./stage-at-time.ts";

/** Types of prims that show nothing and do something else. */
const UNREAD_TYPES = ["PhysicsCollisionGroup", "PhysicsJoint", "PhysicsScene", "SpatialAudio"];

interface UnreadProperty {
  readonly names: readonly string[];
  readonly what: string;
  /** A number with which the property changes nothing. */
  readonly neutral?: number;
}

const unreadProperties: readonly UnreadProperty[] = [
  { names: ["clippingPlanes"], what: "Clipping planes of cameras are" },
  { names: ["exposure"], what: "The exposure of cameras is", neutral: 0 },
  {
    names: ["inputs:diffuse", "inputs:specular"],
    what: "The part of a light in diffuse or specular reflections is",
    neutral: 1,
  },
  { names: ["inputs:shadow:enable"], what: "A light without shadows is", neutral: 1 },
  { names: ["inputs:shaping:focus"], what: "The focus of a light is", neutral: 0 },
  { names: ["inputs:shaping:ies:file"], what: "The profile of a light is" },
  { names: ["velocities", "accelerations", "angularVelocities"], what: "Motion between the samples of points is" },
  { names: ["light:filters"], what: "Filters of lights are" },
  {
    names: ["light", "shadow"].flatMap((link) => [
      `collection:${link}Link:includes`,
      `collection:${link}Link:excludes`,
    ]),
    what: "The linking of lights to prims is",
  },
];
const byName: ReadonlyMap<string, UnreadProperty> = new Map(
  unreadProperties.flatMap((each) => each.names.map((name) => [name, each] as const)),
);

/** Reports what prims have and glTF has not: physics, sound, motion and collections, primvars of texts, and parts of cameras and lights. */
export function reportUnreadProperties(at: StageAtTime, prims: readonly PrimNode[], losses: Losses): void {
  const bound = boundCollections(at, prims);
  for (const prim of prims) {
    if (UNREAD_TYPES.some((type) => isA(prim.type, type))) losses.add(prim.path, `A ${prim.type} is not part of glTF`);
    else if (at.reader.schemas(prim).apiSchemas.some((name) => name.startsWith("Physics"))) {
      losses.add(prim.path, "Physics is not part of glTF");
    }
    for (const name of at.reader.authoredNames(prim)) {
      reportProperty(at, { prim, name }, losses);
      const [collection] = COLLECTION.exec(name) ?? [];
      const place = `${prim.path}.${collection}`;
      if (collection !== undefined && !LINKS.has(collection) && !bound.has(place)) {
        losses.add(place, "Collections are not part of glTF");
      }
    }
  }
}

const BINDING = "material:binding:collection:";

/** Returns the paths of the collections that materials are bound to. */
function boundCollections({ reader }: StageAtTime, prims: readonly PrimNode[]): ReadonlySet<string> {
  const names = (prim: PrimNode): string[] =>
    [...reader.authoredNames(prim)].filter((name) => name.startsWith(BINDING));
  return new Set(prims.flatMap((prim) => names(prim).flatMap((name) => reader.targets(prim, name))));
}

/** The collection of a property: `collection:lights` of `collection:lights:includes`. */
const COLLECTION = /^collection:.+(?=:(?:includes|excludes|membershipExpression)$)/u;
/** What is named as a loss of lights. */
const LINKS = new Set(["collection:lightLink", "collection:shadowLink", "collection:filterLink"]);

function reportProperty(
  { reader, time }: StageAtTime,
  { prim, name }: { readonly prim: PrimNode; readonly name: string },
  losses: Losses,
): void {
  const place = `${prim.path}.${name}`;
  const unread = byName.get(name);
  if (unread !== undefined) {
    const [number] = numbersOf(reader.value(prim, name, time)) ?? [];
    const isEmpty = reader.hasRelationship(prim, name) && reader.targets(prim, name).length === 0;
    if (number === undefined ? !isEmpty : number !== unread.neutral)
      losses.add(place, `${unread.what} not part of glTF`);
  }
  if (!name.startsWith("primvars:") || name.startsWith("primvars:skel:")) return;
  const type = reader.attribute(prim, name)?.valueType;
  if (type === undefined || name.endsWith(":indices")) return;
  if (isTextKind(type.kind)) losses.add(place, "Primvars of texts are not part of glTF");
  else if (type.components > 4) losses.add(place, "Primvars of matrices are not part of glTF");
}
