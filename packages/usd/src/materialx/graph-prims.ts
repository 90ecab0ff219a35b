/** Node graphs of MaterialX as prims. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import { attributeOf, childrenOf, definitionOf, outputsOf, usdType, type Port } from "./node-definitions.ts";
import { colorSpaceOf, interfaceMetadata, valueOf } from "./read-value.ts";
import type { XmlElement } from "./read-xml.ts";

/** Definitions of nodes that a document has itself, with graphs. */
export interface Definitions {
  /** Of the prim that has a NodeGraph for each of them. */
  readonly path: string;
  /** `nodedef` elements. */
  readonly own: readonly XmlElement[];
}

/** What nodes are in: a node graph, or the document. */
export interface NodeContainer {
  readonly path: string;
  readonly element: XmlElement;
  /** Inputs of the graph, by their names in the document: their names as properties. */
  readonly interface: ReadonlyMap<string, string>;
  readonly definitions: Definitions;
}

/** Returns a name as one that a prim or property may have. */
export function validName(name: string): string {
  const valid = name.replace(":", "__").replace(/[^A-Za-z0-9_]/gu, "_");
  return /^[0-9]/u.test(valid) ? `_${valid}` : valid;
}

/** Returns the definition of a node that the document has itself. */
function ownDefinition(node: XmlElement, { own }: Definitions): XmlElement | undefined {
  if (own.length === 0) return undefined;
  const wanted = attributeOf(node, "nodedef");
  if (wanted !== "") return own.find((each) => attributeOf(each, "name") === wanted);
  const type = attributeOf(node, "type");
  return own.find((each) => attributeOf(each, "node") === node.name && outputTypes(each).includes(type));
}

function outputTypes(definition: XmlElement): readonly string[] {
  const outputs = childrenOf(definition, "output").map((output) => attributeOf(output, "type"));
  return outputs.length === 0 ? [attributeOf(definition, "type")] : outputs;
}

function portsOf(node: XmlElement, definitions: Definitions): readonly Port[] {
  const own = ownDefinition(node, definitions);
  if (own === undefined) return outputsOf(node);
  return childrenOf(own, "output").map((output) => ({
    name: attributeOf(output, "name"),
    type: attributeOf(output, "type"),
  }));
}

/** Returns the path of an output of a node below a prim: the one that is named, or its only one. */
export function outputPath(
  parent: string,
  node: XmlElement,
  output: string,
  definitions: Definitions,
): string | undefined {
  const ports = portsOf(node, definitions);
  const port = ports.length === 1 ? ports[0] : ports.find((each) => each.name === output);
  return port && `${parent}/${validName(attributeOf(node, "name"))}.outputs:${validName(port.name)}`;
}

/** Returns what a port of a graph or a node in it is connected to. */
function sourceOf(port: XmlElement, { path, element, interface: own, definitions }: NodeContainer): string | undefined {
  const name = attributeOf(port, "interfacename");
  const property = own.get(name);
  if (property !== undefined) return `${path}.${property}`;
  const nodeName = attributeOf(port, "nodename");
  if (nodeName !== "") {
    const node = element.children.find((each) => attributeOf(each, "name") === nodeName);
    return node && outputPath(path, node, attributeOf(port, "output"), definitions);
  }
  return undefined;
}

function inputProperty(input: XmlElement, connection: string | undefined, isOfColors: boolean): PlainProperty {
  const value = valueOf(input);
  const colorSpace = colorSpaceOf(input, isOfColors);
  const type = usdType(attributeOf(input, "type"));
  return {
    name: `inputs:${validName(attributeOf(input, "name"))}`,
    type: type ?? "token",
    ...(value !== undefined && { value }),
    ...(connection !== undefined && { connections: { explicit: [connection] } }),
    metadata: {
      ...interfaceMetadata(input),
      ...(type === undefined && { renderType: attributeOf(input, "type") }),
      ...(colorSpace !== undefined && { colorSpace }),
    },
  };
}

function outputProperty({ name, type }: Port, connection?: string): PlainProperty {
  return {
    name: `outputs:${validName(name)}`,
    type: usdType(type) ?? "token",
    ...(connection !== undefined && { connections: { explicit: [connection] } }),
  };
}

/** Returns the prim of a node: a Shader, or a reference to the graph of a definition that the document has itself. */
export function shaderPrim(node: XmlElement, container: NodeContainer): PlainPrim {
  const { definitions } = container;
  const ports = portsOf(node, definitions);
  const isOfColors = ports.some(({ type }) => type === "color3" || type === "color4");
  const inputs = unique(childrenOf(node, "input")).map((input) =>
    inputProperty(input, sourceOf(input, container), isOfColors),
  );
  const name = validName(attributeOf(node, "name"));
  const own = ownDefinition(node, definitions);
  if (own !== undefined) {
    const primPath = `${definitions.path}/${validName(attributeOf(own, "name"))}`;
    return { name, metadata: { references: { prepended: [{ primPath }] } }, properties: inputs };
  }
  return {
    name,
    type: "Shader",
    metadata: interfaceMetadata(node),
    properties: [
      { name: "info:id", type: "token", uniform: true, value: definitionOf(node) },
      ...inputs,
      ...ports.map((port) => outputProperty(port)),
    ],
  };
}

/** Elements of the same name count once. */
function unique(elements: readonly XmlElement[]): readonly XmlElement[] {
  return [...new Map(elements.toReversed().map((each) => [validName(attributeOf(each, "name")), each])).values()]
    .toReversed()
    .filter((each) => attributeOf(each, "name") !== "");
}

/** How a graph becomes a prim. */
export interface GraphOptions {
  readonly name: string;
  /** Whose inputs the graph has. */
  readonly definition: XmlElement | undefined;
  readonly definitions: Definitions;
}

/** Returns the NodeGraph prim of a graph, below the prim of all graphs. */
export function graphPrim(graph: XmlElement, { name, definition, definitions }: GraphOptions): PlainPrim {
  const path = `${definitions.path}/${name}`;
  const interfaces = unique([
    ...(definition === undefined ? [] : childrenOf(definition, "input")),
    ...childrenOf(graph, "input"),
  ]);
  const names = new Map(
    interfaces.map((input) => [attributeOf(input, "name"), `inputs:${validName(attributeOf(input, "name"))}`]),
  );
  const container: NodeContainer = { path, element: graph, interface: names, definitions };
  const nodes = graph.children.filter(
    (each) => !["input", "output", "token"].includes(each.name) && attributeOf(each, "type") !== "",
  );
  const outputs = unique(childrenOf(graph, "output")).map((output) =>
    outputProperty(
      { name: attributeOf(output, "name"), type: attributeOf(output, "type") },
      sourceOf(output, container),
    ),
  );
  return {
    name,
    type: "NodeGraph",
    metadata: interfaceMetadata(graph),
    properties: [...interfaces.map((input) => inputProperty(input, undefined, false)), ...outputs],
    children: unique(nodes).map((node) => shaderPrim(node, container)),
  };
}
