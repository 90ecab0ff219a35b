/** Statements that declare properties as the stage has them. */
import { quote } from "@usdkit/base";
import { nearestName, valueTypes } from "@usdkit/layer";
import { propertyNames } from "../index/prim-index.ts";
import { definedProperty } from "../values/prim-schemas.ts";
import type { AttributeDefinition } from "../values/attribute-definition.ts";
import { schemaPropertyNames } from "../values/schema-properties.ts";
import type { EditContext } from "./edit-context.ts";
import type { Place } from "./authoring.ts";
import { newSpec } from "./new-property.ts";
import { StageEditError } from "./stage-edit-error.ts";
import type { SetEdit } from "./stage-edit.ts";

/** The declaration of an attribute. */
export interface AttributeDeclaration {
  readonly typeName: string;
  /** The statement, without a value. */
  readonly text: string;
  /** Whether the stage has the attribute already, from a layer or a schema. */
  readonly isKnown: boolean;
}

/**
 * Returns the declaration of an attribute, as a layer or a schema has it, or of a new one.
 *
 * @param given type and kind of a new attribute; undefined if none is added
 * @throws StageEditError if there is no such attribute and no type is given, another type is given, or it is a relationship
 */
export function attributeDeclaration(
  context: EditContext,
  place: Place,
  given: Pick<SetEdit, "type" | "custom" | "uniform"> | undefined,
): AttributeDeclaration {
  const { values } = context;
  const { prim, property } = place;
  const path = propertyPath(place);
  const added = newSpec(place);
  if ((values.propertyOpinions(path)[0]?.spec ?? added)?.specType === "relationship") {
    throw new StageEditError(`${quote(path)} is a relationship`, { hint: 'Use {"op":"targets"} for its targets' });
  }
  const attribute = values.attribute(path) ?? (added?.specType === "attribute" ? added : undefined);
  if (attribute !== undefined) {
    const { typeName } = attribute;
    if (given?.type !== undefined && typeName !== given.type) {
      throw new StageEditError(`${quote(path)} has the type ${quote(typeName)}, not ${quote(given.type)}`, {
        hint: 'An edit does not change it: leave "type" out, or use another name',
      });
    }
    return knownDeclaration(attribute);
  }
  const type = given?.type;
  if (type === undefined) {
    const nearest = nearestName(property, namesOf(context, prim));
    const meant = nearest === undefined ? "" : `; did you mean ${quote(nearest)}?`;
    throw new StageEditError(`${quote(prim)} has no attribute ${quote(property)}${meant}`, {
      hint: given === undefined ? undefined : 'For a new attribute, give its type: "type":"double", or --type double',
    });
  }
  return newDeclaration(property, { ...given, type });
}

/** Returns the declaration of an attribute that the stage or a schema has. */
export function knownDeclaration({
  name,
  typeName,
  variability,
  custom,
}: Pick<AttributeDefinition, "custom" | "name" | "typeName" | "variability">): AttributeDeclaration {
  const text = declaration(custom, variability === "uniform" ? `uniform ${typeName}` : typeName, name);
  return { typeName, text, isKnown: true };
}

/**
 * Returns the declaration of an attribute that neither the stage nor a schema has.
 *
 * @throws StageEditError if there is no such type
 */
export function newDeclaration(
  name: string,
  { type, custom = true, uniform = false }: Pick<SetEdit, "custom" | "uniform"> & { readonly type: string },
): AttributeDeclaration {
  if (!valueTypes.has(type.endsWith("[]") ? type.slice(0, -2) : type)) {
    throw new StageEditError(`Expected a value type such as "double3" or "token[]", found ${quote(type)}`);
  }
  return { typeName: type, text: declaration(custom, uniform ? `uniform ${type}` : type, name), isKnown: false };
}

/**
 * Returns the statement that declares a relationship, as a layer or a schema has it, or a new custom one.
 *
 * @throws StageEditError if it is an attribute
 */
export function relationshipDeclaration({ values }: EditContext, place: Place): string {
  const path = propertyPath(place);
  const opinions = values.propertyOpinions(path);
  const specType = (opinions[0]?.spec ?? newSpec(place))?.specType;
  if (specType === "attribute" || values.attribute(path) !== undefined) {
    throw new StageEditError(`${quote(path)} is an attribute`, {
      hint: 'Use {"op":"connect"} for its connections, {"op":"set"} for its value',
    });
  }
  const isDefined = definedProperty(values.schemas(place.prim), place.property)?.type === "rel";
  const custom = !isDefined && (opinions.length === 0 || opinions.some(({ spec }) => spec.custom));
  const isVarying = opinions.at(-1)?.spec.variability === "varying";
  return declaration(custom, isVarying ? "varying rel" : "rel", place.property);
}

function propertyPath({ prim, property }: Place): string {
  if (property !== "") return `${prim}.${property}`;
  throw new StageEditError(`Expected the path of a property, found the prim ${quote(prim)}`);
}

function declaration(custom: boolean, type: string, name: string): string {
  return `${custom ? "custom " : ""}${type} ${name}`;
}

/** Returns the names of a prim's properties, authored and of its schemas. */
function namesOf({ stage, values }: EditContext, prim: string): readonly string[] {
  const index = stage.primIndex(prim);
  return [...(index === undefined ? [] : propertyNames(index)), ...schemaPropertyNames(values.schemas(prim))];
}
