/** The targets of the figures. Ratios are of wall time, the peer's over ours, so more is better. */
export const targets = {
  /** Against usd-core's file open, by the kind of input. */
  open: { meshes: 2, structure: 2.5, animation: 1.8, service: 1 } as Readonly<Record<string, number>>,
  /** The same by the time of the calling thread, for files of 39 MB and more; meshes: for 100 MB. */
  openOneThread: { meshes: 5, structure: 3.5, animation: 4 } as Readonly<Record<string, number>>,
  /** Against LightUSD's file open. */
  openLightUsd: 1,
  /** Processor time over that of the checkout named by `--before`. */
  before: 1.05,
  /** Against usd-core: open, then read every value. */
  touch: 1.2,
  /** Against usd-core's `ExportToString`, by the kind of input. */
  print: { meshes: 2, structure: 2.5, animation: 1, service: 1 } as Readonly<Record<string, number>>,
  /** Peak growth of the process while opening, as a multiple of the input's size, by the kind of input. */
  memory: { meshes: 1, structure: 2.5 } as Readonly<Record<string, number>>,
  /**
   * Crates: against usd-core and three, every field read; milliseconds to open one of 50 MB of meshes, and every array of it
   * read against usd-core; writing the structure file against usd-core, and the growth of the process as a multiple of the
   * text's size.
   */
  crate: {
    fields: 2,
    fieldsThree: 3,
    fieldsCopied: 2.5,
    openMeshes: 5,
    openMeshesFromDisk: 4,
    arrays: 0.7,
    write: 1,
    writeMemory: 2,
  },
  /**
   * A shot of 200 layers and 100,000 prims: time to open and traverse, to read all values and to flatten, and memory, against
   * usd-core; milliseconds of one prim when its layers are open, and of a variant of one asset.
   */
  stage: { open: 2, values: 3, flatten: 3, memory: 1, prim: 5, variant: 1 },
  /**
   * Milliseconds: one value of a stage of 100,000 prims to the recomposed value; one in a layer of 10 MB to its text; `usda mcp` to its
   * first answer; the overview of that stage as its first call.
   */
  edit: { value: 5, text: 30, start: 300, overview: 1_000 },
  /**
   * Many files of 4 KB through the linter: files a second, with two threads and with a cache that knows them, and the peak
   * memory for ten times as many files as a multiple.
   */
  lintFiles: { cold: 1_500, warm: 10_000, memory: 1.25 },
  /**
   * Rules about USD: processor time on 20,000 meshes over that of the validators of usd-core and of NVIDIA; milliseconds to open and
   * check a shot of 100,000 prims with every rule, and to find everything again after an edit of one value.
   */
  lintUsd: { usdCore: 0.2, nvidia: 0.02, shot: 1500, edit: 150 },
  /**
   * A library of 100,000 files of 4 KB in four shards: files a second, cold, and with a cache that shards share; the speed of two
   * shards over twice that of one; megabytes of a shard; the time after a change of one in a hundred files over that of a cold run.
   */
  batch: { cold: 4_000, warm: 20_000, efficiency: 0.9, memory: 300, changed: 0.02 },
  /** Time to lint a 4 KB scene over that of an empty Node process. */
  cold: 2.2,
  /** Time to parse and lint 20,000 meshes over the time to parse them, and over that of the reference's validators. */
  lint: { parse: 2.5, validators: 0.5 },
  /** Time for an input of double length over time for the single length. */
  doubling: 2.5,
  /** Two layers compared that differ in one value, and three merged, over the parse of their texts. */
  merge: { diff: 1.5, merge: 3 },
  /** Milliseconds to reject a million opening brackets. */
  refusal: 100,
  /**
   * A file of 1 GB up: the most MB that the process grows by, and the speed over that of plain `fetch` calls which send the same
   * parts. Down: the memory over that of a plain `fetch` to a file.
   */
  transfer: { memory: 64, speed: 0.8, downloadMemory: 1.25 },
  /** Milliseconds from the first call of the builder to the text of 100,000 placed prims. */
  builder: 1000,
  /**
   * The client: milliseconds that its import takes beyond an empty process, megabytes for a thousand followed operations, and
   * kilobytes of what browsers load of it, packed, without zod.
   */
  client: { import: 30, memory: 60, bundle: 40 },
  /**
   * A stream whose frames are taken more slowly than they come: MB that it may hold more at the end than at a sixth of the time
   * (no growth; ten frames, for what the runtime itself does), MB that the process may be larger by, and the share of the frames
   * sent that must have come.
   */
  stream: { held: 2, resident: 24, share: 0.9 },
  /** Milliseconds for an image of a prepared scene by two threads, and the memory limit of the largest. */
  raster: {
    splats100k: 600,
    splats100kDegree3: 900,
    splats1m: 1_200,
    smallFrame: 80,
    triangles400k: 150,
    /** Processor time of the full look with 4 samples. */
    fullLook: 400,
    /** 100 blended layers against opaque ones. */
    blending: 3,
    largest: 10_000,
    largestMemory: 1.5e9,
    stopping: 100,
  },
  /**
   * The language server with 5 MB open: milliseconds from a change to its diagnostics, of a completion and to start; memory, as a
   * multiple of the text.
   */
  languageServer: { median: 100, p99: 250, completion: 50, memory: 6, start: 300 },
  /** The page of `usda view`: KB packed, milliseconds to its first image, images a second while orbiting. */
  view: { page: 500, firstImage: 1000, rate: 10, longestTask: 100 },
  /**
   * The gateway: milliseconds to start, megabytes at rest, calls a second, milliseconds of a poll and from a push to its frame,
   * frames a second, how much slow connections may slow a healthy one, and milliseconds of a turn of its event loop.
   */
  gateway: {
    start: 400,
    idleMemory: 120,
    accepted: 500,
    polls: 1_000,
    pollP99: 20,
    frames: 8,
    pushToFrame: 250,
    slow: 2,
    turn: 50,
  },
  /**
   * Images of stages, 960 × 540: milliseconds of the first one of 1 million triangles with 50 textures and of the next; growth of the process
   * over geometry and textures; images a second of a skinned character of 50,000 triangles.
   */
  stageImages: { first: 1500, next: 150, memory: 3, rate: 12 },
  /** Pictures a second of a library of small assets, whose files are in memory, on two cores. */
  thumbnails: { rate: 20 },
  /**
   * Whole runs of `usda convert`: milliseconds of a GLB of 50 MB to USDZ and the peak memory over its size, and milliseconds of a million
   * splats from PLY to a crate.
   */
  convert: { glb: 2_000, glbMemory: 4, splats: 1_000 },
  /**
   * `spatial publish` of 1,000 meshes (200 MB) to a gateway on this machine: megabytes of the process, and the time over a link of 50 Mbit/s
   * compared with what that link needs for the same bytes.
   */
  publish: { memory: 300, link: 1.2 },
  /** `usda index` on 100,000 files of 4 KB: seconds of all, of a run with at most one change; megabytes of the process. */
  library: { all: 60, update: 1, memory: 300 },
  /** Milliseconds to load a million splats of degree 0. */
  assets: { ply: 100 },
} as const;
