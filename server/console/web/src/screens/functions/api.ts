import { queryOptions } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';

export interface Calls {
  name: string;
  /** The path of the code in TypeScript; '' of a function in Go. */
  source: string;
  public: boolean;
  methods: string[] | null;
  count: number;
  errors: number;
  /** Nanoseconds. */
  median: number;
  last: string | null;
  lastError: {
    at: string;
    method: string;
    status: number;
    id: string;
    text: string;
    stack: string;
  } | null;
}

export interface Schedule {
  id: number;
  name: string;
  schedule: string;
  command: string;
  role: string;
  active: boolean;
  last: Run | null;
  runs: number;
  failed: number;
}

export interface Run {
  status: string;
  message: string;
  began: string | null;
  ended: string | null;
}

export const calls = queryOptions({
  queryKey: ['functions'],
  queryFn: () => api<Calls[]>('GET', '/functions'),
  refetchInterval: 5000,
});

export const printed = (name: string) =>
  queryOptions({
    queryKey: ['functions', name, 'log'],
    queryFn: () => api<string[]>('GET', `/functions/${encodeURIComponent(name)}/log`),
    refetchInterval: 5000,
  });

export const schedules = queryOptions({
  queryKey: ['schedules'],
  queryFn: () => api<{ there: boolean; runNow: boolean; jobs: Schedule[] }>('GET', '/schedules'),
  refetchInterval: 5000,
});

export const runs = (id: number) =>
  queryOptions({
    queryKey: ['schedules', id, 'runs'],
    queryFn: () => api<Run[]>('GET', `/schedules/${id}/runs`),
  });
