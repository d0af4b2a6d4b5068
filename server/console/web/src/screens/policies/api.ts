import { queryOptions } from '@tanstack/react-query';
import { api, tablePath } from '@/kit/api.ts';
import type { Policy } from '@/kit/types.ts';

/** The right of a role to a verb; server/console/policies.go has its documentation. */
export interface Cell {
  role: string;
  verb: string;
  rows: 'none' | 'all' | 'some';
  why: string;
  columns: number;
  of: number;
  policies: string[];
}

export interface Finding {
  name: string;
  level: 'error' | 'warning' | 'info';
  schema: string;
  table: string;
  policy: string;
  text: string;
  file: string;
  line: number;
}

export interface RuledTable {
  schema: string;
  name: string;
  kind: string;
  rowSecurity: boolean;
  cells: Cell[];
  policies: (Policy & { file: string; line: number })[];
}

export interface Matrix {
  roles: string[];
  tables: RuledTable[];
  findings: Finding[];
  /** null in production. */
  tests: string[] | null;
}

export const verbs = ['select', 'insert', 'update', 'delete'];

// Forms of the structure invalidate what begins with tables.
export const matrix = queryOptions({
  queryKey: ['tables', 'policies'],
  queryFn: ({ signal }) => api<Matrix>('GET', '/policies', undefined, signal),
});

export const page = (name: string) =>
  queryOptions({
    queryKey: ['policy-page', name],
    queryFn: () => api<{ text: string }>('GET', `/policies/pages/${name}`),
    staleTime: Infinity,
  });

export interface TestRun {
  files: {
    file: string;
    results: { passed: boolean; name: string; line: number; got: string }[];
    error: string;
  }[];
  untested: { role: string; verb: string; table: string }[];
}

/** The last run of all tests, which a button starts. */
export const lastRun = queryOptions({
  queryKey: ['tables', 'policies', 'tests'],
  queryFn: () => api<TestRun>('POST', '/policy-tests', {}),
  enabled: false,
});

export interface TestText {
  file: string;
  text: string;
  exists: boolean;
}

const testPath = (schema: string, name: string) =>
  tablePath(schema, name).replace('/tables/', '/policy-tests/');

export const testText = (schema: string, name: string) =>
  queryOptions({
    queryKey: ['policy-test', schema, name],
    queryFn: () => api<TestText>('GET', testPath(schema, name)),
    gcTime: 0,
    staleTime: Infinity,
  });

export const saveTest = (schema: string, name: string, text: string, before: string) =>
  api<TestText>('PUT', testPath(schema, name), { file: '', text, exists: true, before });

/** A request to be explained. */
export interface Input {
  as: string;
  claims?: unknown;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Node {
  op: string;
  text: string;
  value: string;
  error: string;
  terms: { text: string; value: string }[];
  nodes: Node[];
}

export interface Reason {
  name: string;
  table: string;
  policy: string;
  text: string;
  mend: string;
}

export interface Check {
  verb: string;
  new: boolean;
  granted: boolean;
  rows: number;
  passed: number;
  cut: boolean;
  unknown: string;
  policies: {
    name: string;
    permissive: boolean;
    expression: string;
    comment: string;
    file: string;
    line: number;
    passed: number;
    ms: number;
    error: string;
  }[];
  refused: {
    values: Record<string, string>;
    key: string[];
    policies: { policy: string; node: Node }[];
  }[];
}

/** An explanation; server/policy/explain has its documentation. */
export interface Report {
  request: string;
  caller: { role: string; sub: string; email: string };
  outcome: { rows: number; ms: number; code: string; message: string; hint: string };
  findings: Reason[];
  tables: {
    schema: string;
    name: string;
    reached: string;
    unfiltered: string;
    checks: Check[];
  }[];
  scans: {
    table: string;
    node: string;
    index: string;
    filter: string;
    rows: number;
    removed: number;
    ms: number;
  }[];
}

export const explain = (input: Input) => api<Report>('POST', '/explain', input);
