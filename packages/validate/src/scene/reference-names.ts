// Made by test/oracle/schema-names.py with usd-core 26.11: do not edit.

/** Prim types of the reference's schemas: not misspelled, whatever they are near to. */
export const referenceTypes: ReadonlySet<string> = new Set(
  (
    "Backdrop BasisCurves BlendShape Boundable BoundableLightBase Camera Capsule Capsule_1 Cone Cube Curves Cylinder " +
    "CylinderLight Cylinder_1 DiskLight DistantLight DomeLight DomeLight_1 Field3DAsset FieldAsset FieldBase " +
    "GenerativeProcedural GeomSubset GeometryLight Gprim HermiteCurves Imageable LODDistanceHeuristic LODHeuristic " +
    "LODScreenSizeHeuristic LightFilter Material Mesh NodeGraph NonboundableLightBase NurbsCurves NurbsPatch OpenVDBAsset " +
    "ParticleField ParticleField3DGaussianSplat PhysicsCollisionGroup PhysicsDistanceJoint PhysicsFixedJoint PhysicsJoint " +
    "PhysicsPrismaticJoint PhysicsRevoluteJoint PhysicsScene PhysicsSphericalJoint Plane PluginLight PluginLightFilter " +
    "PointBased PointInstancer Points PortalLight RectLight RenderPass RenderProduct RenderSettings RenderSettingsBase " +
    "RenderVar Scope Shader SkelAnimation SkelRoot Skeleton SpatialAudio Sphere SphereLight TetMesh Typed Volume " +
    "VolumeFieldAsset VolumeFieldBase Xform Xformable"
  ).split(" "),
);

/** Properties of those schemas and of the reference's API schemas. */
export const referenceProperties: ReadonlySet<string> = new Set(
  (
    "accelerations angularVelocities aspectRatioConformPolicy auralMode axis basis bindTransforms blendShapeWeights " +
    "blendShapes blendThresholds boundingVolume camera center clippingPlanes clippingRange collection:cameraVisibility " +
    "collection:cameraVisibility:excludes collection:cameraVisibility:expansionRule " +
    "collection:cameraVisibility:includeRoot collection:cameraVisibility:includes " +
    "collection:cameraVisibility:membershipExpression collection:cameraVisibility:mode collection:colliders " +
    "collection:colliders:excludes collection:colliders:expansionRule collection:colliders:includeRoot " +
    "collection:colliders:includes collection:colliders:membershipExpression collection:colliders:mode " +
    "collection:filterLink collection:filterLink:excludes collection:filterLink:expansionRule " +
    "collection:filterLink:includeRoot collection:filterLink:includes collection:filterLink:membershipExpression " +
    "collection:filterLink:mode collection:lightLink collection:lightLink:excludes collection:lightLink:expansionRule " +
    "collection:lightLink:includeRoot collection:lightLink:includes collection:lightLink:membershipExpression " +
    "collection:lightLink:mode collection:matte collection:matte:excludes collection:matte:expansionRule " +
    "collection:matte:includeRoot collection:matte:includes collection:matte:membershipExpression collection:matte:mode " +
    "collection:prune collection:prune:excludes collection:prune:expansionRule collection:prune:includeRoot " +
    "collection:prune:includes collection:prune:membershipExpression collection:prune:mode collection:renderVisibility " +
    "collection:renderVisibility:excludes collection:renderVisibility:expansionRule " +
    "collection:renderVisibility:includeRoot collection:renderVisibility:includes " +
    "collection:renderVisibility:membershipExpression collection:renderVisibility:mode collection:shadowLink " +
    "collection:shadowLink:excludes collection:shadowLink:expansionRule collection:shadowLink:includeRoot " +
    "collection:shadowLink:includes collection:shadowLink:membershipExpression collection:shadowLink:mode colorSpace:name " +
    "command cornerIndices cornerSharpnesses creaseIndices creaseLengths creaseSharpnesses curveVertexCounts dataType " +
    "dataWindowNDC disableDepthOfField disableMotionBlur doubleSided elementType endTime exposure exposure:fStop " +
    "exposure:iso exposure:responsivity exposure:time extent fStop faceVaryingLinearInterpolation faceVertexCounts " +
    "faceVertexIndices familyName fieldClass fieldDataType fieldIndex fieldName fieldPurpose fileName filePath " +
    "focalLength focusDistance gain geometry guideRadius guideVisibility height holeIndices horizontalAperture " +
    "horizontalApertureOffset hydra:expandInstances hydra:rendererName ids includedPurposes indices info:id " +
    "info:implementationSource inputPasses inputs:angle inputs:color inputs:colorTemperature inputs:diffuse " +
    "inputs:enableColorTemperature inputs:exposure inputs:height inputs:intensity inputs:length inputs:normalize " +
    "inputs:radius inputs:shadow:color inputs:shadow:distance inputs:shadow:enable inputs:shadow:falloff " +
    "inputs:shadow:falloffGamma inputs:shaping:cone:angle inputs:shaping:cone:softness inputs:shaping:focus " +
    "inputs:shaping:focusTint inputs:shaping:ies:angleScale inputs:shaping:ies:file inputs:shaping:ies:normalize " +
    "inputs:specular inputs:texture:file inputs:texture:format inputs:width instantaneousShutter interpolateBoundary " +
    "invisibleIds jointNames joints knots length light:filters light:materialSyncMode light:shaderId lightFilter:shaderId " +
    "lightList lightList:cacheBehavior lod:default:index lod:domain lod:heuristics lod:override:index lod:override:mode " +
    "materialBindingPurposes mediaOffset model:applyDrawMode model:cardGeometry model:cardTextureXNeg " +
    "model:cardTextureXPos model:cardTextureYNeg model:cardTextureYPos model:cardTextureZNeg model:cardTextureZPos " +
    "model:cardVisibility model:drawMode model:drawModeColor motion:blurScale motion:nonlinearSampleCount " +
    "motion:velocityScale normalOffsets normals offsets opacities opacitiesh order orderedVars orientation orientations " +
    "orientationsf orientationsh outputs:displacement outputs:ri:displacement outputs:ri:surface outputs:ri:volume " +
    "outputs:surface outputs:volume passType physics:angularVelocity physics:approximation physics:axis physics:body0 " +
    "physics:body1 physics:breakForce physics:breakTorque physics:centerOfMass physics:collisionEnabled " +
    "physics:coneAngle0Limit physics:coneAngle1Limit physics:density physics:diagonalInertia physics:dynamicFriction " +
    "physics:excludeFromArticulation physics:filteredGroups physics:filteredPairs physics:gravityDirection " +
    "physics:gravityMagnitude physics:invertFilteredGroups physics:jointEnabled physics:kinematicEnabled " +
    "physics:localPos0 physics:localPos1 physics:localRot0 physics:localRot1 physics:lowerLimit physics:mass " +
    "physics:maxDistance physics:mergeGroup physics:minDistance physics:principalAxes physics:restitution " +
    "physics:rigidBodyEnabled physics:simulationOwner physics:startsAsleep physics:staticFriction physics:upperLimit " +
    "physics:velocity pixelAspectRatio playbackMode pointIndices pointWeights points poleAxis portals positions " +
    "positionsh primvars:displayColor primvars:displayOpacity primvars:hdGp:proceduralType " +
    "primvars:skel:geomBindTransform primvars:skel:jointIndices primvars:skel:jointWeights primvars:skel:skinningMethod " +
    "proceduralSystem productName productType products projection projectionMethod projectionModeHint protoIndices " +
    "prototypes proxyPrim proxyVisibility purpose radiance:sphericalHarmonicsCoefficients " +
    "radiance:sphericalHarmonicsCoefficientsh radiance:sphericalHarmonicsDegree radius radiusBottom radiusTop ranges " +
    "renderSource renderVisibility renderingColorSpace resolution restTransforms rotations scales scalesh shutter:close " +
    "shutter:open size skel:animationSource skel:blendShapeTargets skel:blendShapes skel:joints skel:skeleton " +
    "sortingModeHint sourceName sourceType startTime stereoRole subdivisionScheme surfaceFaceVertexIndices tangents " +
    "tetVertexIndices thresholds translations treatAsLine treatAsPoint triangleSubdivisionRule trimCurve:counts " +
    "trimCurve:knots trimCurve:orders trimCurve:points trimCurve:ranges trimCurve:vertexCounts type uForm uKnots uOrder " +
    "uRange uVertexCount ui:description ui:displayGroup ui:displayName ui:nodegraph:node:displayColor " +
    "ui:nodegraph:node:docURI ui:nodegraph:node:expansionState ui:nodegraph:node:icon ui:nodegraph:node:pos " +
    "ui:nodegraph:node:size ui:nodegraph:node:stackingOrder vForm vKnots vOrder vRange vVertexCount vectorDataRoleHint " +
    "velocities verticalAperture verticalApertureOffset visibility width widths wrap xformOpOrder"
  ).split(" "),
);
