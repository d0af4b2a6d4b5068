/** The answers of the console's API; server/console has their documentation. */
export interface Session {
  operator: string;
  expires: number;
  writes: boolean;
  about: { name: string; folder?: string; version: string; address: string; anonKey: string };
}

export interface ListedTable {
  schema: string;
  name: string;
  kind: string;
  rows: number;
  bytes: number;
  rowSecurity: boolean;
  policies: number;
  comment: string;
}

export interface Column {
  name: string;
  type: string;
  category: string;
  required: boolean;
  default: string | null;
  identity: string;
  generated: string;
  comment: string;
  labels: string[] | null;
}

export interface Reference {
  name: string;
  schema: string;
  table: string;
  columns: string[];
  to: string[];
  onDelete?: string;
  definition?: string;
}

export interface Definition {
  name: string;
  definition: string;
  unique?: boolean;
  bytes?: number;
}

export interface Policy {
  name: string;
  permissive: boolean;
  verb: string;
  roles: string[];
  using: string;
  check: string;
  comment: string;
}

export interface Relation {
  schema: string;
  name: string;
  kind: string;
  comment: string;
  rowSecurity: boolean;
  forced: boolean;
  definition: string;
  updatable: number;
  columns: Column[];
  key: string[];
  references: Reference[];
  referencedBy: Reference[];
  constraints: Definition[];
  indexes: Definition[];
  triggers: Definition[];
  policies: Policy[];
  grants: Record<string, string[]>;
}

export type Value = string | null;

export interface Condition {
  column: string;
  op: string;
  value: string;
}

export interface Ordering {
  column: string;
  desc: boolean;
}

export interface Page {
  columns: { name: string; type?: string }[];
  rows: Value[][];
  cut?: [number, number][];
  keys: Value[][];
  identity: string[] | null;
  next: Value[] | null;
  nextOffset?: number;
}

export interface Result {
  columns: { name: string; type?: string }[];
  rows: Value[][];
  cut?: [number, number][];
  truncated?: boolean;
  affected: number;
  command: string;
  statement: string;
  milliseconds: number;
}

export interface ScriptError {
  statement: number;
  line: number;
  column: number;
  code: string;
  message: string;
  details?: string;
  hint?: string;
}

export interface Executed {
  results: Result[];
  error?: ScriptError;
  rolledBack: boolean;
}

export interface Past {
  id: number;
  at: string;
  operator: string;
  role: string;
  statement: string;
  milliseconds: number;
  rows: number | null;
  code: string | null;
}

export interface Saved {
  name: string;
  statement: string;
  operator: string;
  at: string;
}

export interface Written {
  sql: string;
  file: string;
}
