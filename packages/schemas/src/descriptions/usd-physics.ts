/** Schemas of rigid body physics. */
import type { SchemaDescriptions } from "./schema-description.ts";

const JOINT_AXIS = "The axis of the joint, in the frames of both bodies.";

export const usdPhysics: SchemaDescriptions = {
  PhysicsScene: {
    summary: "A simulation and its gravity.",
    properties: {
      "physics:gravityDirection": "Direction of gravity in the world; zero for the negative up axis.",
      "physics:gravityMagnitude":
        "Acceleration by gravity in scene units per second squared; -inf for that of the earth.",
    },
  },
  PhysicsRigidBodyAPI: {
    summary: "Lets a simulation move a prim with all of its descendants.",
    properties: {
      "physics:rigidBodyEnabled": "Whether the simulation moves the prim.",
      "physics:kinematicEnabled": "Whether animation moves the body, so that it pushes others without being pushed.",
      "physics:simulationOwner": "The physics scene that simulates the body.",
      "physics:startsAsleep": "Whether the body rests until something touches it.",
      "physics:velocity": "Velocity at the start, in scene units per second.",
      "physics:angularVelocity": "Rotation at the start, in degrees per second.",
    },
  },
  PhysicsMassAPI: {
    summary: "Mass, density and inertia of a body or a collider.",
    properties: {
      "physics:mass": "Mass; 0 computes it from density and volume.",
      "physics:density": "Mass per volume; 0 takes that of the material or a default.",
      "physics:centerOfMass": "Center of mass in the prim's own space.",
      "physics:diagonalInertia": "Moments of inertia about the principal axes; zeros are computed.",
      "physics:principalAxes": "Rotation from the prim's axes to the principal axes of inertia.",
    },
  },
  PhysicsCollisionAPI: {
    summary: "Makes geometry collide.",
    properties: {
      "physics:collisionEnabled": "Whether the geometry collides.",
      "physics:simulationOwner": "The physics scene that simulates the collider.",
    },
  },
  PhysicsMeshCollisionAPI: {
    summary: "The shape by which a mesh collides.",
    properties: {
      "physics:approximation": "The simpler shape that replaces the mesh; none collides by its triangles.",
    },
  },
  PhysicsMaterialAPI: {
    summary: "Friction, restitution and density of a material.",
    properties: {
      "physics:staticFriction": "Coefficient of friction at rest.",
      "physics:dynamicFriction": "Coefficient of friction in motion.",
      "physics:restitution": "Share of speed that remains after a bounce, from 0 to 1.",
      "physics:density": "Mass per volume of bodies that define neither mass nor density; 0 for none.",
    },
  },
  PhysicsCollisionGroup: {
    summary: "A set of colliders, and the groups that it does not collide with.",
    properties: {
      "physics:filteredGroups": "Groups that the members do not collide with.",
      "physics:invertFilteredGroups": "Whether the members collide with the listed groups only.",
      "physics:mergeGroup": "Groups with the same name act as one.",
    },
  },
  PhysicsFilteredPairsAPI: {
    summary: "Excludes single prims from collisions with this one.",
    properties: { "physics:filteredPairs": "The prims that it does not collide with." },
  },
  PhysicsArticulationRootAPI: { summary: "Marks the root of bodies and joints that are simulated as one mechanism." },
  PhysicsJoint: {
    summary: "A joint between two bodies; without limits and drives all motion is free.",
    properties: {
      "physics:body0": "The first body; the world if it is absent.",
      "physics:body1": "The second body; the world if it is absent.",
      "physics:localPos0": "Position of the joint in the space of the first body.",
      "physics:localPos1": "Position of the joint in the space of the second body.",
      "physics:localRot0": "Rotation of the joint in the space of the first body.",
      "physics:localRot1": "Rotation of the joint in the space of the second body.",
      "physics:jointEnabled": "Whether the joint acts.",
      "physics:collisionEnabled": "Whether the two bodies collide with each other.",
      "physics:excludeFromArticulation": "Whether the joint is left out of the mechanism of its bodies.",
      "physics:breakForce": "Force that breaks the joint.",
      "physics:breakTorque": "Torque that breaks the joint.",
    },
  },
  PhysicsFixedJoint: { summary: "A joint that lets its bodies move only together." },
  PhysicsRevoluteJoint: {
    summary: "A joint that turns about one axis, as a hinge does.",
    properties: {
      "physics:axis": JOINT_AXIS,
      "physics:lowerLimit": "Smallest angle, in degrees.",
      "physics:upperLimit": "Largest angle, in degrees.",
    },
  },
  PhysicsPrismaticJoint: {
    summary: "A joint that slides along one axis.",
    properties: {
      "physics:axis": JOINT_AXIS,
      "physics:lowerLimit": "Smallest distance, in scene units.",
      "physics:upperLimit": "Largest distance, in scene units.",
    },
  },
  PhysicsSphericalJoint: {
    summary: "A joint that turns about a point, within a cone.",
    properties: {
      "physics:axis": "The axis of the cone.",
      "physics:coneAngle0Limit": "Largest angle towards the next axis, in degrees; -1 for none.",
      "physics:coneAngle1Limit": "Largest angle towards the axis after the next, in degrees; -1 for none.",
    },
  },
  PhysicsDistanceJoint: {
    summary: "A joint that limits the distance of two bodies.",
    properties: {
      "physics:minDistance": "Smallest distance in scene units; -1 for none.",
      "physics:maxDistance": "Largest distance in scene units; -1 for none.",
    },
  },
  PhysicsLimitAPI: {
    summary: "Limits the motion of a joint along or about one axis.",
    properties: {
      "limit:__INSTANCE_NAME__:physics:low": "Smallest value, in degrees or scene units; -inf for none.",
      "limit:__INSTANCE_NAME__:physics:high": "Largest value, in degrees or scene units; inf for none.",
    },
  },
  PhysicsDriveAPI: {
    summary: "A motor that moves a joint along or about one axis.",
    properties: {
      "drive:__INSTANCE_NAME__:physics:type": "Whether the motor sets forces or accelerations.",
      "drive:__INSTANCE_NAME__:physics:maxForce": "Largest force of the motor.",
      "drive:__INSTANCE_NAME__:physics:targetPosition": "Position that the motor moves to.",
      "drive:__INSTANCE_NAME__:physics:targetVelocity": "Velocity that the motor keeps.",
      "drive:__INSTANCE_NAME__:physics:stiffness": "Force per deviation from the target position.",
      "drive:__INSTANCE_NAME__:physics:damping": "Force per deviation from the target velocity.",
    },
  },
};
