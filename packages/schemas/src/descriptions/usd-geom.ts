/** Schemas of geometry, cameras and transforms. */
import type { SchemaDescriptions } from "./schema-description.ts";

const AXIS = "The axis of symmetry, in the prim's own space.";
const BOUNDS = "Corners of the bounding box in the prim's own space, minimum first.";
const RADIUS = "Distance from the axis to the surface.";
const KNOTS = "The knots of all curves, one curve after the other, each in ascending order.";
const WEIGHTS = "The weight of each control point; without it all points weigh the same.";

export const usdGeom: SchemaDescriptions = {
  Imageable: {
    summary: "The base of all prims that may be drawn or contain what is drawn.",
    properties: {
      visibility: "Whether the prim and its descendants are hidden.",
      purpose: "The kinds of rendering that show the prim: all, final images, previews or guides.",
      proxyPrim: "A light-weight prim that replaces this one in previews.",
    },
  },
  Xformable: {
    summary: "The base of prims with a transform.",
    properties: {
      xformOpOrder: "The transform ops of the prim, from the outermost to the one that is applied to points first.",
    },
  },
  Boundable: {
    summary: "The base of prims that have an extent in space.",
    properties: { extent: BOUNDS },
  },
  Gprim: {
    summary: "The base of all geometry that is drawn.",
    properties: {
      "primvars:displayColor": "Color without a material, one or per part of the geometry by its interpolation.",
      "primvars:displayOpacity": "Opacity without a material, from 0 for invisible to 1.",
      doubleSided: "Whether the back of the surface is drawn as well.",
      orientation: "The side that is the front of a surface: right-handed or left-handed winding.",
    },
  },
  PointBased: {
    summary: "The base of geometry that is made of points.",
    properties: {
      points: "Positions of the points in the prim's own space.",
      normals: "Normals of the surface; a primvar of the same name takes precedence.",
      velocities: "Movement of each point, in scene units per second.",
      accelerations: "Change of the velocity of each point, in scene units per second squared.",
    },
  },
  Mesh: {
    summary: "A surface of polygons or a subdivision surface.",
    properties: {
      faceVertexCounts: "Number of corners of each face.",
      faceVertexIndices: "Index of the point at each corner, face by face.",
      subdivisionScheme: "The subdivision of the surface; none draws the polygons as they are.",
      interpolateBoundary: "How a subdivision surface ends at open edges and corners.",
      faceVaryingLinearInterpolation: "Where face-varying values of a subdivision surface are interpolated linearly.",
      triangleSubdivisionRule: "The weights that Catmull-Clark subdivision uses for triangles.",
      holeIndices: "Indices of faces that are left out.",
      cornerIndices: "Indices of points that subdivision keeps sharp.",
      cornerSharpnesses: "Sharpness of each sharp point, 0 for smooth to 10 for sharp.",
      creaseIndices: "Indices of the points along all creases, one crease after the other.",
      creaseLengths: "Number of points of each crease.",
      creaseSharpnesses: "Sharpness of each crease, or of each of its edges.",
    },
  },
  TetMesh: {
    summary: "A solid of tetrahedra.",
    properties: {
      tetVertexIndices: "Indices of the four points of each tetrahedron.",
      surfaceFaceVertexIndices: "Indices of the three points of each triangle of the surface.",
    },
  },
  GeomSubset: {
    summary: "A part of the geometry above it, for example the faces with another material.",
    properties: {
      indices: "Indices of the elements that belong to the subset.",
      elementType: "What the indices count: faces, points, edges, segments or tetrahedra.",
      familyName: "The group of subsets that it belongs to, such as materialBind.",
    },
  },
  Curves: {
    summary: "The base of curve geometry.",
    properties: {
      curveVertexCounts: "Number of control points of each curve.",
      widths: "Diameters along the curves, in scene units.",
    },
  },
  BasisCurves: {
    summary: "Many linear or cubic curves with one basis, such as hair or grass.",
    properties: {
      type: "Whether segments are straight or cubic.",
      basis: "The basis of cubic segments.",
      wrap: "Whether curves are open, closed or begin and end at their outermost points.",
    },
  },
  HermiteCurves: {
    summary: "Cubic curves of points and tangents.",
    properties: { tangents: "The tangent at each point." },
  },
  NurbsCurves: {
    summary: "Curves of rational B-splines.",
    properties: {
      order: "Polynomial degree plus one, of each curve.",
      knots: KNOTS,
      ranges: "The first and last parameter of each curve.",
      pointWeights: WEIGHTS,
    },
  },
  NurbsPatch: {
    summary: "A surface of rational B-splines, which curves may trim.",
    properties: {
      uVertexCount: "Number of control points in direction u.",
      vVertexCount: "Number of control points in direction v.",
      uOrder: "Polynomial degree plus one in direction u.",
      vOrder: "Polynomial degree plus one in direction v.",
      uKnots: "Knots in direction u, ascending.",
      vKnots: "Knots in direction v, ascending.",
      uForm: "Whether the surface is open, closed or periodic in direction u.",
      vForm: "Whether the surface is open, closed or periodic in direction v.",
      uRange: "The first and last parameter in direction u.",
      vRange: "The first and last parameter in direction v.",
      pointWeights: WEIGHTS,
    },
  },
  Points: {
    summary: "Points that are drawn as disks or spheres.",
    properties: {
      widths: "Diameters of the points, in scene units.",
      ids: "A number for each point, which stays with it over time.",
    },
  },
  PointInstancer: {
    summary: "Copies of prototypes at many positions.",
    properties: {
      prototypes: "The prims that are copied.",
      protoIndices: "Index of the prototype of each instance.",
      positions: "Position of each instance in the space of the instancer.",
      orientations: "Rotation of each instance, as a quaternion of half precision.",
      orientationsf: "Rotation of each instance, as a quaternion of single precision.",
      scales: "Scale of each instance along its axes.",
      velocities: "Movement of each instance, in scene units per second.",
      accelerations: "Change of the velocity of each instance, in scene units per second squared.",
      angularVelocities: "Rotation of each instance, in degrees per second.",
      ids: "A number for each instance, which stays with it over time.",
      invisibleIds: "Numbers of the instances that are hidden.",
    },
  },
  Capsule: {
    summary: "A cylinder with a hemisphere at each end.",
    properties: {
      radius: "Radius of the cylinder and its hemispheres.",
      height: "Length of the cylinder, without the hemispheres.",
      axis: AXIS,
      extent: BOUNDS,
    },
  },
  Capsule_1: {
    summary: "A capsule whose ends may differ in radius.",
    properties: {
      height: "Length of the middle part, without the rounded ends.",
      radiusTop: "Radius at the end in the positive direction of the axis.",
      radiusBottom: "Radius at the end in the negative direction of the axis.",
      axis: AXIS,
      extent: BOUNDS,
    },
  },
  Cone: {
    summary: "A cone around the origin, with its tip in the positive direction of the axis.",
    properties: {
      radius: "Radius of the base.",
      height: "Distance from the base to the tip.",
      axis: AXIS,
      extent: BOUNDS,
    },
  },
  Cube: { summary: "A cube around the origin.", properties: { size: "Length of each edge.", extent: BOUNDS } },
  Cylinder: {
    summary: "A cylinder with flat ends around the origin.",
    properties: { radius: RADIUS, height: "Distance between the ends.", axis: AXIS, extent: BOUNDS },
  },
  Cylinder_1: {
    summary: "A cylinder with flat ends that may differ in radius.",
    properties: {
      height: "Distance between the ends.",
      radiusTop: "Radius at the end in the positive direction of the axis.",
      radiusBottom: "Radius at the end in the negative direction of the axis.",
      axis: AXIS,
      extent: BOUNDS,
    },
  },
  Plane: {
    summary: "A rectangle around the origin, perpendicular to an axis.",
    properties: {
      width: "Length along the first axis of the rectangle.",
      length: "Length along the second axis of the rectangle.",
      axis: "The normal of the rectangle.",
      doubleSided: "Whether the back is drawn as well.",
      extent: BOUNDS,
    },
  },
  Sphere: {
    summary: "A sphere around the origin.",
    properties: { radius: "Distance from the center to the surface.", extent: BOUNDS },
  },
  Scope: { summary: "A group of prims without a transform." },
  Xform: { summary: "A group of prims with a transform." },
  Camera: {
    summary: "A camera with lens, film back and focus, which looks along its negative z axis.",
    properties: {
      projection: "Perspective or orthographic.",
      focalLength: "Focal length of the lens, in tenths of a scene unit.",
      horizontalAperture: "Width of the film back, in tenths of a scene unit.",
      verticalAperture: "Height of the film back, in tenths of a scene unit.",
      horizontalApertureOffset: "Shift of the film back to the right, in tenths of a scene unit.",
      verticalApertureOffset: "Shift of the film back upwards, in tenths of a scene unit.",
      clippingRange: "Distances of the nearest and the farthest visible point, in scene units.",
      clippingPlanes: "Further planes that cut off geometry, each as the coefficients of its equation in camera space.",
      fStop: "Ratio of focal length to lens opening; 0 keeps everything in focus.",
      focusDistance: "Distance of the plane that is in focus, in scene units.",
      "shutter:open": "Time at which the shutter opens, in frames from the current one.",
      "shutter:close": "Time at which the shutter closes, in frames from the current one.",
      exposure: "Brightness of the image in stops; 1 doubles it.",
      "exposure:time": "Time for which the sensor is exposed, in seconds.",
      "exposure:iso": "Sensitivity of the sensor, as an ISO speed.",
      "exposure:fStop": "Lens opening that determines the brightness, without an effect on focus.",
      "exposure:responsivity": "Factor from the light at the sensor to the values of the image.",
      stereoRole: "Whether the camera is the left or right one of a pair, or neither.",
    },
  },
  BackPlateAPI: { summary: "An image behind the scene as a camera sees it." },
  GeomModelAPI: {
    summary: "Replaces a model by a box, a bounding volume or textured cards in previews.",
    properties: {
      "model:drawMode": "What is drawn instead of the model, inherited from the prims above.",
      "model:applyDrawMode": "Whether the draw mode applies from this prim on, whatever its kind.",
      "model:drawModeColor": "Color of outlines, and of cards without textures.",
      "model:cardGeometry": "Whether cards cross each other, form a box or are placed by their textures.",
      "model:cardTextureXPos": "Image on the card in the positive x direction.",
      "model:cardTextureXNeg": "Image on the card in the negative x direction.",
      "model:cardTextureYPos": "Image on the card in the positive y direction.",
      "model:cardTextureYNeg": "Image on the card in the negative y direction.",
      "model:cardTextureZPos": "Image on the card in the positive z direction.",
      "model:cardTextureZNeg": "Image on the card in the negative z direction.",
    },
  },
  MotionAPI: {
    summary: "Controls motion blur of a prim and its descendants.",
    properties: {
      "motion:blurScale": "Factor for the amount of motion blur.",
      "motion:velocityScale": "Factor for velocities before they move points.",
      "motion:nonlinearSampleCount": "Number of samples on a curved path during a shutter interval.",
    },
  },
  PrimvarsAPI: { summary: "Access to primvars, also those that a prim inherits." },
  VisibilityAPI: {
    summary: "Visibility for each purpose.",
    properties: {
      guideVisibility: "Visibility of geometry with the purpose guide.",
      proxyVisibility: "Visibility of geometry with the purpose proxy.",
      renderVisibility: "Visibility of geometry with the purpose render.",
    },
  },
  XformCommonAPI: { summary: "A transform of translation, pivot, rotation and scale, which most programs can edit." },
};
