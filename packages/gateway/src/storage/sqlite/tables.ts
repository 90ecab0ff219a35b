/** The tables; `user_version` contains their version. */
export const TABLES_VERSION = 1;

export const tables: string = `
CREATE TABLE tasks (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  lane TEXT NOT NULL,
  user TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  progress REAL NOT NULL DEFAULT 0,
  input TEXT NOT NULL,
  result TEXT,
  error TEXT,
  create_time INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  fence INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until INTEGER
) STRICT;
CREATE INDEX tasks_waiting ON tasks (lane, seq) WHERE state = 'QUEUED';
CREATE INDEX tasks_running ON tasks (lease_until) WHERE state = 'RUNNING';
CREATE INDEX tasks_worlds ON tasks (user, seq) WHERE lane = 'engine';
CREATE INDEX tasks_recent ON tasks (user, seq);
CREATE INDEX tasks_counts ON tasks (lane, state);
CREATE TABLE unfinished (user TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE contents (task TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE guards (
  user TEXT NOT NULL,
  request_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (user, request_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
  hash BLOB PRIMARY KEY,
  user TEXT NOT NULL,
  expires INTEGER NOT NULL,
  latest_upload TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL,
  parts INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  size INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  name TEXT NOT NULL,
  status INTEGER NOT NULL,
  message TEXT,
  file_id TEXT,
  time INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_file ON uploads (user, md5, size);
CREATE TABLE parts (
  upload TEXT NOT NULL,
  part INTEGER NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (upload, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE files (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  time INTEGER NOT NULL
) STRICT;
CREATE INDEX files_content ON files (user, md5, size);
CREATE TABLE meshes (
  user TEXT NOT NULL,
  mesh_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (user, mesh_id)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${TABLES_VERSION};
`;
