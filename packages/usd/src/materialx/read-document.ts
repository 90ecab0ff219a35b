/** MaterialX documents as layers, with the prims that the reference's reader makes of them. */
import { makeLayer, type Layer, type PlainFields, type PlainPrim, type PlainProperty } from "@usdkit/layer";
import { graphPrim, outputPath, shaderPrim, validName, type Definitions, type NodeContainer } from "./graph-prims.ts";
import { attributeOf, childrenOf, definitionOf, inputsOf, usdType } from "./node-definitions.ts";
import { colorSpaceOf, interfaceMetadata, valueOf } from "./read-value.ts";
import { readXml, type XmlElement, type XmlProblem } from "./read-xml.ts";

/** Of MaterialX: what node definitions are meant. */
const VERSION = "1.39";
const ROOT = "/MaterialX";
const GRAPHS = `${ROOT}/NodeGraphs`;
/** Types of shaders with the names of their outputs, in the order in which materials have them. */
const SHADERS: ReadonlyMap<string, string> = new Map([
  ["surfaceshader", "surface"],
  ["volumeshader", "volume"],
  ["displacementshader", "displacement"],
  ["lightshader", "light"],
]);

/**
 * Returns the layer of a MaterialX document: materials below `/MaterialX/Materials` with the surface of the render context `mtlx`, and the
 * node graphs that they use. Looks, assignments to geometry and variants are not read.
 *
 * ```ts
 * const layer = readMaterialX('<materialx version="1.39">…</materialx>');
 * ```
 */
export function readMaterialX(text: string): Layer | XmlProblem {
  const document = readXml(text);
  if ("message" in document) return document;
  const { name, line, column } = document;
  if (name !== "materialx") return { message: `Expected a materialx element, found ${name}`, line, column };
  const included = document.children.find((child) => /^(?:\w+:)?include$/u.test(child.name) && !isLibrary(child));
  if (included !== undefined) {
    const file = JSON.stringify(attributeOf(included, "href"));
    const message = `Included documents are not read: put what ${file} has into this document`;
    return { message, line: included.line, column: included.column };
  }
  return new DocumentReader(document).layer();
}

/** The standard libraries are known. */
function isLibrary(include: XmlElement): boolean {
  return /(?:^|\/)(?:stdlib|pbrlib|bxdf|libraries)\b/u.test(attributeOf(include, "href"));
}

class DocumentReader {
  readonly #document: XmlElement;
  readonly #definitions: Definitions;
  readonly #shaders: Map<string, PlainPrim> = new Map();
  /** Of the document; those of definitions come first. */
  readonly #graphs: Map<string, PlainPrim> = new Map();
  #hasDocumentNodes = false;

  constructor(document: XmlElement) {
    this.#document = document;
    const graphs = new Map<string, XmlElement>();
    for (const graph of childrenOf(document, "nodegraph")) {
      const definition = attributeOf(graph, "nodedef");
      if (definition !== "" && !graphs.has(definition)) graphs.set(definition, graph);
    }
    const own = childrenOf(document, "nodedef").filter((each) => graphs.has(attributeOf(each, "name")));
    this.#definitions = { path: GRAPHS, own };
    for (const definition of own) {
      const graph = graphs.get(attributeOf(definition, "name"));
      const prim =
        graph &&
        graphPrim(graph, {
          name: validName(attributeOf(definition, "name")),
          definition,
          definitions: this.#definitions,
        });
      if (prim !== undefined) this.#graphs.set(prim.name, prim);
    }
  }

  layer(): Layer {
    const materials = new Map<string, PlainPrim>();
    for (const node of this.#document.children) {
      if (attributeOf(node, "type") !== "material") continue;
      const name = validName(attributeOf(node, "name"));
      if (name !== "" && !materials.has(name)) materials.set(name, this.#material(node, name, materials));
    }
    const hasDefinitions = this.#definitions.own.length > 0;
    const nodes = this.#hasDocumentNodes ? this.#documentNodes() : [];
    const graphs = {
      name: "NodeGraphs",
      type: this.#hasDocumentNodes ? "NodeGraph" : "",
      children: [...this.#graphs.values(), ...nodes],
    };
    const children = [
      { name: "Materials", children: [...materials.values()] },
      { name: "Shaders", children: [...this.#shaders.values()] },
      ...(hasDefinitions ? [] : [graphs]),
    ].filter((each) => each.children.length > 0);
    const all = hasDefinitions ? [graphs, ...children] : children;
    return makeLayer({
      metadata: this.#metadata(),
      children: all.length === 0 ? [] : [{ name: "MaterialX", children: all }],
    });
  }

  #metadata(): PlainFields {
    const space = attributeOf(this.#document, "colorspace");
    const system = attributeOf(this.#document, "cms");
    const configuration = attributeOf(this.#document, "cmsconfig");
    return {
      defaultPrim: "MaterialX",
      ...(space !== "" && { customLayerData: { colorSpace: ["string", space] as const } }),
      ...(system !== "" && { colorManagementSystem: system }),
      ...(configuration !== "" && { colorConfiguration: configuration }),
    };
  }

  #material(material: XmlElement, name: string, others: ReadonlyMap<string, PlainPrim>): PlainPrim {
    const path = `${ROOT}/Materials/${name}`;
    const version = { name: "config:mtlx:version", type: "string", value: VERSION };
    const properties = new Map<string, PlainProperty>([[version.name, version]]);
    const children = new Map<string, PlainPrim>();
    for (const [type, output] of SHADERS) {
      for (const input of childrenOf(material, "input")) {
        if (attributeOf(input, "type") !== type) continue;
        const shader = this.#node(attributeOf(input, "nodename"));
        if (shader !== undefined) this.#addShader(shader, output, { path, properties, children });
      }
    }
    const inherited = validName(attributeOf(material, "inherit"));
    return {
      name,
      type: "Material",
      metadata: {
        apiSchemas: { prepended: ["MaterialXConfigAPI"] },
        ...interfaceMetadata(material),
        ...(others.has(inherited) && { specializes: { prepended: [`${ROOT}/Materials/${inherited}`] } }),
      },
      properties: [...properties.values()],
      children: [...children.values()],
    };
  }

  #node(name: string): XmlElement | undefined {
    return name === "" ? undefined : this.#document.children.find((each) => attributeOf(each, "name") === name);
  }

  #addShader(shader: XmlElement, output: string, { path, properties, children }: MaterialParts): void {
    const id = definitionOf(shader);
    const name = validName(attributeOf(shader, "name"));
    if (!this.#shaders.has(name)) {
      this.#shaders.set(name, {
        name,
        type: "Shader",
        metadata: interfaceMetadata(shader),
        properties: [
          { name: "info:id", type: "token", uniform: true, value: id },
          { name: `outputs:${output}`, type: "token" },
        ],
      });
    }
    const authored = new Map(childrenOf(shader, "input").map((input) => [attributeOf(input, "name"), input]));
    const inputs = inputsOf(shader).map(({ name: port, type }): PlainProperty => {
      const property = `inputs:${validName(port)}`;
      const usd = usdType(type) ?? "token";
      const input = authored.get(port);
      properties.set(property, { name: property, type: usd, ...authoredValue(input, port === "file") });
      const source = input && this.#source(input, path, children);
      return { name: property, type: usd, connections: { explicit: [source ?? `${path}.${property}`] } };
    });
    const shaderPath = `${ROOT}/Shaders/${name}`;
    const metadata = { references: { prepended: [{ primPath: shaderPath }] } };
    children.set(name, { name, type: "Shader", metadata, properties: inputs });
    const terminal = output === "light" ? "outputs:light" : `outputs:mtlx:${output}`;
    const connections = { explicit: [`${path}/${name}.outputs:${output}`] };
    properties.set(terminal, { name: terminal, type: "token", connections });
  }

  /** Returns the output that an input of a surface is connected to; the material gets a reference to its graph. */
  #source(input: XmlElement, path: string, children: Map<string, PlainPrim>): string | undefined {
    const output = attributeOf(input, "output");
    const nodeName = attributeOf(input, "nodename");
    const graph = this.#graph(attributeOf(input, "nodegraph"));
    if (graph !== undefined) {
      const { name } = graph;
      children.set(name, { name, metadata: { references: { prepended: [{ primPath: `${GRAPHS}/${name}` }] } } });
      return `${path}/${name}.outputs:${validName(output || "out")}`;
    }
    // An output of the document stands for the node that it has its value from.
    const named =
      output === ""
        ? undefined
        : childrenOf(this.#document, "output").find((each) => attributeOf(each, "name") === output);
    const source = nodeName !== "" ? input : named;
    const node = source && this.#node(attributeOf(source, "nodename"));
    if (source === undefined || node === undefined) return undefined;
    this.#hasDocumentNodes = true;
    children.set("NodeGraphs", { name: "NodeGraphs", metadata: { references: { prepended: [{ primPath: GRAPHS }] } } });
    return outputPath(`${path}/NodeGraphs`, node, attributeOf(source, "output"), this.#definitions);
  }

  #graph(name: string): PlainPrim | undefined {
    if (name === "") return undefined;
    const valid = validName(name);
    const known = this.#graphs.get(valid);
    if (known !== undefined) return known;
    const element = childrenOf(this.#document, "nodegraph").find((each) => attributeOf(each, "name") === name);
    if (element === undefined) return undefined;
    const prim = graphPrim(element, { name: valid, definition: undefined, definitions: this.#definitions });
    this.#graphs.set(valid, prim);
    return prim;
  }

  /** Returns the nodes of the document that are neither materials nor surfaces. */
  #documentNodes(): readonly PlainPrim[] {
    const container: NodeContainer = {
      path: GRAPHS,
      element: this.#document,
      interface: new Map(),
      definitions: this.#definitions,
    };
    const found = new Map<string, PlainPrim>();
    for (const node of this.#document.children) {
      const type = attributeOf(node, "type");
      const isNode = type !== "" && type !== "material" && type !== "surfaceshader" && attributeOf(node, "name") !== "";
      if (!isNode || ["output", "nodedef", "nodegraph", "look", "collection", "token", "input"].includes(node.name))
        continue;
      const prim = shaderPrim(node, container);
      if (!found.has(prim.name)) found.set(prim.name, prim);
    }
    return [...found.values()];
  }
}

interface MaterialParts {
  readonly path: string;
  readonly properties: Map<string, PlainProperty>;
  readonly children: Map<string, PlainPrim>;
}

/** Returns the value of an input and what people read of it. */
function authoredValue(
  input: XmlElement | undefined,
  isOfColors: boolean,
): Pick<PlainProperty & { type: string }, "metadata"> {
  if (input === undefined) return {};
  const value = valueOf(input);
  const colorSpace = colorSpaceOf(input, isOfColors);
  const metadata = { ...interfaceMetadata(input), ...(colorSpace !== undefined && { colorSpace }) };
  return { ...(value !== undefined && { value }), metadata };
}
