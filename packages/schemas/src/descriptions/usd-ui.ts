/** Schemas of media, user interfaces and semantics. */
import type { SchemaDescriptions } from "./schema-description.ts";

export const usdUi: SchemaDescriptions = {
  SpatialAudio: {
    summary: "A sound, at a place in the scene or everywhere.",
    properties: {
      filePath: "The file with the sound.",
      auralMode: "Whether the sound comes from the prim's position or is the same everywhere.",
      playbackMode: "When the sound begins, ends and repeats.",
      startTime: "Time at which the sound begins.",
      endTime: "Time at which the sound ends.",
      mediaOffset: "Time in the file at which playback begins, in seconds.",
      gain: "Factor for the loudness.",
    },
  },
  AssetPreviewsAPI: { summary: "Images that show what an asset looks like." },
  AuthorshipAPI: { summary: "A record of who or what made a prim, with one instance for each step of its making." },
  AccessibilityAPI: { summary: "A label and a description of a prim for assistive technology." },
  SemanticsLabelsAPI: {
    summary: "Labels of a prim in a taxonomy.",
    properties: { "semantics:labels:__INSTANCE_NAME__": "The labels." },
  },
  Backdrop: {
    summary: "A titled area behind the nodes of a graph editor.",
    properties: { "ui:description": "The text of the area." },
  },
  NodeGraphNodeAPI: {
    summary: "How an editor shows a prim as the node of a graph.",
    properties: {
      "ui:nodegraph:node:pos": "Position of the node.",
      "ui:nodegraph:node:size": "Width and height of the node.",
      "ui:nodegraph:node:displayColor": "Tint of the node in the editor.",
      "ui:nodegraph:node:stackingOrder": "Order of nodes that overlap; higher ones are in front.",
      "ui:nodegraph:node:expansionState": "Whether the node is open, minimized or closed.",
      "ui:nodegraph:node:icon": "Image of the node.",
      "ui:nodegraph:node:docURI": "Address of the documentation of the node.",
    },
  },
  SceneGraphPrimAPI: {
    summary: "How a browser of the scene shows a prim.",
    properties: {
      "ui:displayName": "Name that is shown instead of the prim's.",
      "ui:displayGroup": "Name of the group that the prim is shown in.",
    },
  },
};
