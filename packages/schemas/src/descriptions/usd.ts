/** Schemas of the core: collections, clips, color spaces, levels of detail, procedurals and renderers' own. */
import type { SchemaDescriptions } from "./schema-description.ts";

export const usd: SchemaDescriptions = {
  APISchemaBase: { summary: "The base of all API schemas." },
  Typed: { summary: "The base of all prim types." },
  ClipsAPI: { summary: "Metadata that take the values of attributes from a sequence of layers, the value clips." },
  ModelAPI: { summary: "The kind of a model and the information about its asset." },
  CollectionAPI: {
    summary: "A named set of prims and properties, which others refer to.",
    properties: {
      "collection:__INSTANCE_NAME__": "The collection itself, as a target for other collections.",
      "collection:__INSTANCE_NAME__:includes": "Prims, properties and collections that belong to the set.",
      "collection:__INSTANCE_NAME__:excludes": "Paths below the included ones that do not belong to the set.",
      "collection:__INSTANCE_NAME__:expansionRule":
        "Whether included paths contribute only themselves, their descendants or also their properties.",
      "collection:__INSTANCE_NAME__:includeRoot": "Whether the whole stage belongs to the set.",
      "collection:__INSTANCE_NAME__:membershipExpression":
        "A path expression that selects the members if nothing is included or excluded.",
    },
  },
  ColorSpaceAPI: {
    summary: "The color space of the attributes of a prim and its descendants.",
    properties: { "colorSpace:name": "The name of the color space." },
  },
  ColorSpaceDefinitionAPI: { summary: "A color space defined by primaries, white point and transfer curve." },
  GenerativeProcedural: {
    summary: "A prim whose descendants a procedure of the renderer creates.",
    properties: { proceduralSystem: "The system that runs the procedure." },
  },
  HydraGenerativeProceduralAPI: {
    summary: "Selects the procedure that Hydra runs for a prim.",
    properties: { "primvars:hdGp:proceduralType": "The registered name of the procedure." },
  },
  HydraPrimAPI: { summary: "Hints to Hydra about a prim and its instances." },
  HydraRenderPassAPI: { summary: "Selects the Hydra renderer that runs a render pass." },
  ClaimsAPI: { summary: "Declares the profiles of OpenUSD that a prim conforms to." },
  LODHeuristic: { summary: "The base of rules that select a level of detail." },
  LODDistanceHeuristic: { summary: "Selects a level of detail by the distance to the camera." },
  LODScreenSizeHeuristic: { summary: "Selects a level of detail by the size on the screen." },
  LODOverrideAPI: { summary: "Sets the level of detail of a prim and its descendants explicitly." },
  LODRootAPI: { summary: "Marks a prim whose children are levels of detail of one object." },
  RiMaterialAPI: {
    summary: "Outputs of a material for RenderMan; deprecated in favor of those of Material.",
    properties: {
      "outputs:ri:surface": "The RenderMan shader for the surface.",
      "outputs:ri:displacement": "The RenderMan shader for displacement.",
      "outputs:ri:volume": "The RenderMan shader for the interior.",
    },
  },
  RiSplineAPI: { summary: "Splines for parameters of RenderMan shaders; deprecated." },
  StatementsAPI: { summary: "Attributes that are passed to RenderMan." },
};
