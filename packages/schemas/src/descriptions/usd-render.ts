/** Schemas of render settings and products. */
import type { SchemaDescriptions } from "./schema-description.ts";

export const usdRender: SchemaDescriptions = {
  RenderSettingsBase: {
    summary: "The base of settings of a renderer and of its products.",
    properties: {
      camera: "The camera that the image is rendered from.",
      resolution: "Width and height of the image, in pixels.",
      pixelAspectRatio: "Width of a pixel divided by its height.",
      aspectRatioConformPolicy: "What changes if the camera's aspect ratio differs from the image's.",
      dataWindowNDC: "The rectangle of the image that is rendered, from (0, 0) at the bottom left to (1, 1).",
      disableMotionBlur: "Whether the image has no motion blur.",
      disableDepthOfField: "Whether the image is in focus everywhere.",
      instantaneousShutter: "Whether the shutter opens and closes at the same time; deprecated.",
    },
  },
  RenderSettings: {
    summary: "Settings for rendering a scene.",
    properties: {
      products: "The images that are rendered.",
      includedPurposes: "Purposes of the geometry that is rendered.",
      materialBindingPurposes: "Purposes of material bindings, the preferred one first.",
      renderingColorSpace: "The color space that the renderer computes in.",
    },
  },
  RenderProduct: {
    summary: "An image or another file that a renderer writes.",
    properties: {
      productName: "Name of the output, usually a path.",
      productType: "Kind of the output, such as an image.",
      orderedVars: "The render variables of the output, in their order.",
    },
  },
  RenderVar: {
    summary: "A value that a renderer computes for each pixel, such as color or depth.",
    properties: {
      dataType: "Type of the value.",
      sourceName: "Name of the value in the renderer.",
      sourceType: "Whether the value is a primvar, a light path expression or the renderer's own.",
    },
  },
  RenderPass: {
    summary: "A step of producing an image, which may depend on others.",
    properties: {
      passType: "Kind of the step, such as rendering or compositing.",
      command: "The command that runs the step.",
      fileName: "The file that the command reads.",
      inputPasses: "Steps whose results this one needs.",
      renderSource: "The render settings that the step uses.",
    },
  },
};
