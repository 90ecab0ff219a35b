/** Schemas of lights. */
import type { SchemaDescriptions } from "./schema-description.ts";

const TEXTURE = "Image whose colors multiply the color of the light.";
const FORMAT = "The layout of the image around the scene.";
const PORTALS = "Portal lights that guide the renderer to openings through which the light enters.";

export const usdLux: SchemaDescriptions = {
  LightAPI: {
    summary: "Makes a prim a light.",
    properties: {
      "inputs:color": "Color of the light, in the linear rendering color space.",
      "inputs:intensity": "Brightness of the light, as a factor.",
      "inputs:exposure": "Brightness of the light in stops; 1 doubles it.",
      "inputs:diffuse": "Factor for the effect on diffuse reflection.",
      "inputs:specular": "Factor for the effect on specular reflection.",
      "inputs:normalize": "Whether the power stays the same when the size of the light changes.",
      "inputs:enableColorTemperature": "Whether the color temperature tints the light.",
      "inputs:colorTemperature": "Color temperature in kelvin.",
      "light:filters": "Filters that shape or block the light.",
      "light:shaderId": "Identifier of the light's shader in the renderer.",
      "light:materialSyncMode": "How the light relates to a material that is bound to the same prim.",
      "collection:lightLink:includeRoot": "Whether the light illuminates everything that is not excluded.",
      "collection:shadowLink:includeRoot": "Whether everything that is not excluded casts shadows of this light.",
    },
  },
  BoundableLightBase: { summary: "The base of lights with an extent in space." },
  NonboundableLightBase: { summary: "The base of lights without an extent in space." },
  CylinderLight: {
    summary: "A light with the shape of a cylinder along the x axis.",
    properties: {
      "inputs:length": "Length of the cylinder, in scene units.",
      "inputs:radius": "Radius of the cylinder, in scene units.",
      treatAsLine: "Whether a renderer may draw it as a line without thickness.",
    },
  },
  DiskLight: {
    summary: "A light with the shape of a disk, which shines along its negative z axis.",
    properties: { "inputs:radius": "Radius of the disk, in scene units." },
  },
  DistantLight: {
    summary: "A light from far away with parallel rays along its negative z axis, such as the sun.",
    properties: {
      "inputs:angle": "Apparent size of the light in degrees; larger values soften shadows.",
      "inputs:intensity": "Brightness of the light, as a factor.",
    },
  },
  DomeLight: {
    summary: "Light from all directions, usually of an image of the environment.",
    properties: {
      "inputs:texture:file": TEXTURE,
      "inputs:texture:format": FORMAT,
      portals: PORTALS,
      guideRadius: "Radius of the sphere that shows the light in viewports, in scene units.",
    },
  },
  DomeLight_1: {
    summary: "Light from all directions, with a choice of the axis that points to the top of the image.",
    properties: {
      "inputs:texture:file": TEXTURE,
      "inputs:texture:format": FORMAT,
      poleAxis: "The axis of the prim that points to the top of the image.",
      portals: PORTALS,
      guideRadius: "Radius of the sphere that shows the light in viewports, in scene units.",
    },
  },
  GeometryLight: {
    summary: "A light with the shape of other geometry; deprecated in favor of MeshLightAPI.",
    properties: { geometry: "The prim that has the shape." },
  },
  PortalLight: {
    summary: "A rectangle that marks an opening for the light of a dome.",
    properties: {
      "inputs:width": "Size along the x axis, in scene units.",
      "inputs:height": "Size along the y axis, in scene units.",
    },
  },
  RectLight: {
    summary: "A light with the shape of a rectangle, which shines along its negative z axis.",
    properties: {
      "inputs:width": "Size along the x axis, in scene units.",
      "inputs:height": "Size along the y axis, in scene units.",
      "inputs:texture:file": TEXTURE,
    },
  },
  SphereLight: {
    summary: "A light with the shape of a sphere, which shines in all directions.",
    properties: {
      "inputs:radius": "Radius of the sphere, in scene units.",
      treatAsPoint: "Whether a renderer may draw it as a point without size.",
    },
  },
  LightFilter: {
    summary: "The base of filters that change what a light illuminates.",
    properties: { "lightFilter:shaderId": "Identifier of the filter's shader in the renderer." },
  },
  PluginLight: { summary: "A light that a shader of the renderer defines." },
  PluginLightFilter: { summary: "A light filter that a shader of the renderer defines." },
  MeshLightAPI: { summary: "Makes a mesh a light." },
  VolumeLightAPI: { summary: "Makes a volume a light." },
  LightListAPI: {
    summary: "A list of the lights below a prim, found without a search of the scene.",
    properties: {
      lightList: "The lights below the prim.",
      "lightList:cacheBehavior": "Whether the list is used or ignored, and whether a search continues below the prim.",
    },
  },
  ListAPI: { summary: "The former name of LightListAPI; deprecated." },
  ShadowAPI: {
    summary: "Controls the shadows of a light.",
    properties: {
      "inputs:shadow:enable": "Whether the light casts shadows.",
      "inputs:shadow:color": "Color of the shadows.",
      "inputs:shadow:distance": "Distance from the light beyond which shadows end; -1 for none.",
      "inputs:shadow:falloff": "Distance over which shadows fade out before they end; -1 for none.",
      "inputs:shadow:falloffGamma": "Exponent of the curve by which shadows fade out.",
    },
  },
  ShapingAPI: {
    summary: "Narrows the light to a cone, a focus or a measured profile.",
    properties: {
      "inputs:shaping:cone:angle": "Angle between the axis and the edge of the cone, in degrees.",
      "inputs:shaping:cone:softness": "Width of the soft edge of the cone, 0 for a hard one.",
      "inputs:shaping:focus": "How strongly the light concentrates around its axis.",
      "inputs:shaping:focusTint": "Color of the light away from its axis.",
      "inputs:shaping:ies:file": "File with a measured profile (IES).",
      "inputs:shaping:ies:angleScale": "Factor for the angles of the profile.",
      "inputs:shaping:ies:normalize": "Whether the profile changes the distribution of the light without its power.",
    },
  },
};
