/** Tables of the index. Their names and columns are what users query: additions are fine, other changes need a new version. */

/** In `PRAGMA user_version`. */
export const TABLES_VERSION = 1;

/** Text of `PRAGMA application_id`: `usdL`. */
export const APPLICATION_ID = 0x7573644c;

/** Files of a part have the same id without these bits. */
export const PART_BITS = 10;

/** A table that earlier versions did not make. Triggers keep it as {@link laterIndexes} define them. */
export const laterTables: string = `
CREATE TABLE IF NOT EXISTS file_parts (
  part INTEGER PRIMARY KEY,       -- copies of rows of files, for the next update: all whose id is this one without ${PART_BITS} bits
  paths BLOB NOT NULL,            -- those that are UTF-8, in the order of their ids, with a zero byte between them
  records BLOB NOT NULL           -- of each: id, size, modified (64-bit floats, little-endian), settled (a byte)
);
`;

export const tables = `
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,             -- relative to the folder of the library, with /; bytes that are not UTF-8 as \\xNN
  raw BLOB NOT NULL DEFAULT x'',  -- the bytes of a path that is not UTF-8
  size INTEGER NOT NULL,
  modified REAL NOT NULL,         -- milliseconds since 1970
  hash TEXT NOT NULL,             -- SHA-256, hexadecimal
  kind TEXT NOT NULL,             -- layer, package, image, model, material, volume, sound, other
  encoding TEXT,                  -- usda, usdc
  default_prim TEXT,
  up_axis TEXT,
  meters_per_unit REAL,
  prim_count INTEGER,
  problem TEXT,                   -- the first problem of the text or bytes of a layer
  settled INTEGER NOT NULL,       -- 0: written so recently that its time does not tell the next change
  UNIQUE (path, raw)
);

CREATE TABLE dependencies (
  file INTEGER NOT NULL REFERENCES files (id),
  arc TEXT NOT NULL,              -- sublayer, reference, payload, clip, asset
  authored TEXT NOT NULL,         -- as the layer has it
  asset TEXT,                     -- with the values of expression variables, without a path inside of a package
  wanted TEXT,                    -- where it leads to: relative to the folder of the library, ../x outside of it
  target INTEGER REFERENCES files (id),
  state TEXT NOT NULL,            -- resolved, missing, outside, packed, uri, expression
  is_pattern INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE prims (
  file INTEGER NOT NULL REFERENCES files (id),
  path TEXT NOT NULL,
  type TEXT NOT NULL,
  kind TEXT,
  specifier TEXT NOT NULL
);

CREATE TABLE types (
  file INTEGER NOT NULL REFERENCES files (id),
  type TEXT NOT NULL,
  prims INTEGER NOT NULL,
  PRIMARY KEY (file, type)
) WITHOUT ROWID;

CREATE TABLE materials (
  file INTEGER NOT NULL REFERENCES files (id),
  path TEXT NOT NULL,
  name TEXT NOT NULL
);

CREATE TABLE findings (
  file INTEGER NOT NULL REFERENCES files (id),
  rule TEXT NOT NULL,
  severity TEXT NOT NULL,
  message TEXT NOT NULL,
  prim TEXT,
  line INTEGER,
  col INTEGER
);

CREATE TABLE bounds (
  file INTEGER PRIMARY KEY REFERENCES files (id),
  state TEXT NOT NULL,            -- computed, empty, failed, too large
  min_x REAL, min_y REAL, min_z REAL,
  max_x REAL, max_y REAL, max_z REAL
);

CREATE TABLE thumbnails (
  file INTEGER PRIMARY KEY REFERENCES files (id),
  type TEXT,                      -- of the media; null: there is nothing to see
  image BLOB,
  problem TEXT
);
`;

/** Made after the first filling: an index that is filled along with its table takes longer. */
export const indexes = `
CREATE INDEX files_by_hash ON files (hash);
CREATE INDEX dependencies_by_file ON dependencies (file);
CREATE INDEX dependencies_by_target ON dependencies (target) WHERE target IS NOT NULL;
CREATE INDEX dependencies_by_wanted ON dependencies (wanted) WHERE target IS NULL;
CREATE INDEX prims_by_file ON prims (file);
CREATE INDEX types_by_type ON types (type);
CREATE INDEX materials_by_file ON materials (file);
CREATE INDEX dependencies_with_patterns ON dependencies (file, arc, authored) WHERE is_pattern = 1;
CREATE INDEX findings_by_file ON findings (file);
`;

/** The condition of dependencies without a file, as it is in an index: SQLite uses that for this text alone. */
export const IS_MISSING = "target IS NULL AND state IN ('missing', 'expression')";

/** Indexes that are made in databases of earlier versions as well, and triggers. */
export const laterIndexes: string = `
CREATE INDEX IF NOT EXISTS files_by_kind ON files (kind, size);
CREATE INDEX IF NOT EXISTS dependencies_missing ON dependencies (file) WHERE ${IS_MISSING};
CREATE INDEX IF NOT EXISTS findings_by_severity ON findings (severity, file);
CREATE INDEX IF NOT EXISTS dependencies_unresolved ON dependencies (state) WHERE target IS NULL AND state = 'new';
CREATE TRIGGER IF NOT EXISTS file_parts_insert AFTER INSERT ON files BEGIN
  DELETE FROM file_parts WHERE part = new.id >> ${PART_BITS};
END;
CREATE TRIGGER IF NOT EXISTS file_parts_update AFTER UPDATE ON files BEGIN
  DELETE FROM file_parts WHERE part IN (old.id >> ${PART_BITS}, new.id >> ${PART_BITS});
END;
CREATE TRIGGER IF NOT EXISTS file_parts_delete AFTER DELETE ON files BEGIN
  DELETE FROM file_parts WHERE part = old.id >> ${PART_BITS};
END;
`;

/** Tables with rows of a file, in the order in which they are cleared. */
export const TABLES_OF_FILES = ["dependencies", "prims", "types", "materials", "findings", "bounds"] as const;
