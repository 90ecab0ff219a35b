/** Schemas of materials and shaders. */
import type { SchemaDescriptions } from "./schema-description.ts";

export const usdShade: SchemaDescriptions = {
  Material: {
    summary: "A network of shaders that is bound to geometry.",
    properties: {
      "outputs:surface": "The shader for the surface.",
      "outputs:displacement": "The shader that displaces the surface.",
      "outputs:volume": "The shader for the interior.",
    },
  },
  NodeGraph: { summary: "A group of shaders with inputs and outputs of its own." },
  Shader: { summary: "A node of a material, with an identifier or source code, inputs and outputs." },
  ConnectableAPI: { summary: "Access to the inputs and outputs of nodes and their connections." },
  NodeDefAPI: {
    summary: "Selects the implementation of a shader node.",
    properties: {
      "info:id": "Identifier of the shader, such as UsdPreviewSurface.",
      "info:implementationSource": "Whether an identifier, a file or source code in the scene defines the shader.",
    },
  },
  MaterialBindingAPI: {
    summary: "Binds materials to a prim and its descendants.",
    properties: {
      "material:binding": "The material of the prim and its descendants, for every purpose.",
      "material:binding:full": "The material for final images, which precedes the one for every purpose.",
      "material:binding:preview": "The material for previews, which precedes the one for every purpose.",
      "material:binding:collection:__INSTANCE_NAME__": "A collection and the material of its members.",
    },
  },
  CoordSysAPI: {
    summary: "Names a coordinate system that shaders refer to.",
    properties: { "coordSys:__INSTANCE_NAME__:binding": "The prim whose transform is the coordinate system." },
  },
};
