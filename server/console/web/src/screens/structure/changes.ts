import { api } from '@/kit/api.ts';
import type { Written } from '@/kit/types.ts';

export interface TableName {
  schema: string;
  name: string;
}

export interface NewReference {
  table: TableName;
  column: string;
  onDelete: string;
}

export interface NewColumn {
  name: string;
  type: string;
  required: boolean;
  unique: boolean;
  key: boolean;
  identity: boolean;
  default: string;
  references?: NewReference | undefined;
}

/** A change of the structure; server/console/ddl says what each kind needs. */
export interface Change {
  kind: string;
  table?: TableName;
  columns?: NewColumn[];
  column?: string;
  to?: string;
  set?: { type?: string; required?: boolean; default?: string; comment?: string };
  key?: { kind: string; reference?: NewReference; condition: string };
  /** The constraint or index that goes. */
  object?: string;
  function?: NewFunction;
  on?: string[];
  unique?: boolean;
  where?: string;
  comment?: string;
  text?: string;
}

export interface NewFunction extends TableName {
  arguments: { name: string; type: string; default: string }[];
  returns: string;
  language: string;
  volatility: string;
  definer: boolean;
  body: string;
  comment: string;
  roles: string[];
}

export interface NewPolicy {
  table: TableName;
  name: string;
  verb: string;
  roles: string[];
  using: string;
  check: string;
  columns: string[];
  restrictive: boolean;
  comment: string;
}

/** The SQL of a change. With write it is in the next migration, and applied. */
export const send = (change: Change, write: boolean) =>
  api<Written>('POST', '/changes', { ...change, write });

/** The SQL of a policy. With write it is in the policy file of its table, and applied. */
export const sendPolicy = (policy: NewPolicy, write: boolean) =>
  api<Written>('POST', '/policies', { ...policy, write });

/** Types that most columns have. */
export const types = [
  'uuid',
  'text',
  'boolean',
  'integer',
  'bigint',
  'numeric',
  'timestamptz',
  'date',
  'jsonb',
  'text[]',
];
