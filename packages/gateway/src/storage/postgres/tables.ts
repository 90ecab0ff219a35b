/** The tables, in a schema of their own. `about` contains their version. */
export const TABLES_VERSION = 1;

/** Database schemas of the service's tables and of pg-boss's. */
export const SCHEMA = "spatial_gateway";
export const QUEUE_SCHEMA = "spatial_gateway_queue";

// Callers' text is encoded by `toColumn`.
export const tables: string = `
CREATE SCHEMA ${SCHEMA};
CREATE TABLE ${SCHEMA}.about (version integer NOT NULL, secret text NOT NULL);
CREATE TABLE ${SCHEMA}.tasks (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  kind text NOT NULL,
  lane text NOT NULL,
  owner text NOT NULL,
  name text NOT NULL,
  state text NOT NULL,
  progress double precision NOT NULL DEFAULT 0,
  input text NOT NULL,
  result text,
  error text,
  create_time bigint NOT NULL,
  update_time bigint NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  attempts bigint NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until bigint
);
CREATE INDEX tasks_running ON ${SCHEMA}.tasks (lease_until) WHERE state = 'RUNNING';
CREATE INDEX tasks_worlds ON ${SCHEMA}.tasks (owner, seq) WHERE lane = 'engine';
CREATE INDEX tasks_recent ON ${SCHEMA}.tasks (owner, seq);
CREATE INDEX tasks_counts ON ${SCHEMA}.tasks (lane, state);
-- The unfinished tasks of an owner are the sum of their rows: each process counts in a row of its own, or all would wait for one.
CREATE TABLE ${SCHEMA}.unfinished (owner text, part integer, count bigint NOT NULL, PRIMARY KEY (owner, part));
CREATE TABLE ${SCHEMA}.contents (task text PRIMARY KEY, content bytea NOT NULL);
CREATE TABLE ${SCHEMA}.guards (owner text, request_id text, until bigint NOT NULL, PRIMARY KEY (owner, request_id));
CREATE INDEX guards_until ON ${SCHEMA}.guards (until);
CREATE TABLE ${SCHEMA}.tokens (hash bytea PRIMARY KEY, owner text NOT NULL, expires bigint NOT NULL, latest_upload text);
CREATE TABLE ${SCHEMA}.uploads (
  id text PRIMARY KEY,
  owner text NOT NULL,
  parts boolean NOT NULL,
  md5 text NOT NULL,
  size bigint NOT NULL,
  blocks bigint NOT NULL,
  name text NOT NULL,
  status integer NOT NULL,
  message text,
  file_id text,
  time bigint NOT NULL
);
CREATE INDEX uploads_file ON ${SCHEMA}.uploads (owner, md5, size);
CREATE TABLE ${SCHEMA}.parts (upload text, part integer, size bigint NOT NULL, PRIMARY KEY (upload, part));
CREATE TABLE ${SCHEMA}.files (
  id text PRIMARY KEY,
  owner text NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL,
  md5 text NOT NULL,
  time bigint NOT NULL
);
CREATE INDEX files_content ON ${SCHEMA}.files (owner, md5, size);
CREATE TABLE ${SCHEMA}.meshes (owner text, mesh_id text, file_id text NOT NULL, PRIMARY KEY (owner, mesh_id));
CREATE TABLE ${SCHEMA}.nodes (
  id text PRIMARY KEY,
  role text NOT NULL,
  url text NOT NULL,
  base text NOT NULL,
  sessions integer NOT NULL,
  most_sessions integer NOT NULL,
  seen timestamptz NOT NULL
);
CREATE TABLE ${SCHEMA}.sessions (id text PRIMARY KEY, owner text NOT NULL, node text NOT NULL);
CREATE INDEX sessions_node ON ${SCHEMA}.sessions (node);
`;

/** PostgreSQL's text cannot contain NUL or lone surrogates; JSON's can, escaped. */
export function toColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromColumn(text: string): string {
  return JSON.parse(`"${text}"`) as string;
}
