/** Schemas of volumes and particle fields. */
import type { SchemaDescriptions } from "./schema-description.ts";

export const usdVol: SchemaDescriptions = {
  Volume: { summary: "A volume such as smoke, made of fields." },
  VolumeFieldBase: { summary: "The base of the fields of volumes." },
  VolumeFieldAsset: {
    summary: "The base of fields that are read from files.",
    properties: {
      filePath: "The file with the field.",
      fieldName: "Name of the field in the file.",
      fieldIndex: "Number of the field among those of the same name in the file.",
      fieldDataType: "Type of the values of the field.",
      vectorDataRoleHint: "Whether vectors are points, normals, colors or directions.",
    },
  },
  FieldBase: { summary: "The former name of VolumeFieldBase; deprecated." },
  FieldAsset: { summary: "The former name of VolumeFieldAsset; deprecated." },
  Field3DAsset: {
    summary: "A field in a file of Field3D.",
    properties: {
      fieldDataType: "Type of the values of the field.",
      fieldPurpose: "The group of the field in the file.",
    },
  },
  OpenVDBAsset: {
    summary: "A field in a file of OpenVDB.",
    properties: {
      fieldClass: "The class of the grid, such as a level set or a fog volume.",
      fieldDataType: "Type of the values of the field.",
    },
  },
  ParticleField: { summary: "A field of particles, whose API schemas define positions, shapes and colors." },
  ParticleField3DGaussianSplat: {
    summary: "A radiance field of three-dimensional Gaussian splats.",
    properties: {
      projectionModeHint: "How the renderer projects the splats.",
      sortingModeHint: "How the renderer orders the splats.",
    },
  },
  ParticleFieldKernelBaseAPI: { summary: "The base of the shapes of particles." },
  ParticleFieldKernelConstantSurfletAPI: { summary: "Particles are disks of constant opacity." },
  ParticleFieldKernelGaussianEllipsoidAPI: {
    summary: "Particles are ellipsoids whose opacity falls off as a Gaussian.",
  },
  ParticleFieldKernelGaussianSurfletAPI: { summary: "Particles are disks whose opacity falls off as a Gaussian." },
  ParticleFieldOpacityAttributeAPI: {
    summary: "Opacity of each particle.",
    properties: { opacities: "Opacity of each particle, from 0 to 1.", opacitiesh: "Opacities in half precision." },
  },
  ParticleFieldOrientationAttributeAPI: {
    summary: "Rotation of each particle.",
    properties: {
      orientations: "Rotation of each particle, as a quaternion.",
      orientationsh: "Rotations in half precision.",
    },
  },
  ParticleFieldPositionAttributeAPI: {
    summary: "Position of each particle, as an attribute.",
    properties: { positions: "Position of the center of each particle.", positionsh: "Positions in half precision." },
  },
  ParticleFieldPositionBaseAPI: { summary: "The base of definitions of the positions of particles." },
  ParticleFieldRadianceBaseAPI: { summary: "The base of definitions of the color of particles." },
  ParticleFieldScaleAttributeAPI: {
    summary: "Size of each particle.",
    properties: { scales: "Size of each particle along its axes.", scalesh: "Sizes in half precision." },
  },
  ParticleFieldSphericalHarmonicsAttributeAPI: {
    summary: "Color of particles that depends on the direction of view, as spherical harmonics.",
    properties: {
      "radiance:sphericalHarmonicsDegree": "Degree of the spherical harmonics.",
      "radiance:sphericalHarmonicsCoefficients": "Coefficients of all particles, those of one particle together.",
      "radiance:sphericalHarmonicsCoefficientsh": "Coefficients in half precision.",
    },
  },
};
