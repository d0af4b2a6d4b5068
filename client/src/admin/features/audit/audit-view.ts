import { tablesWith } from '@/shared/api/tables';
import type { Filter } from '@/admin/kit/rows/filters';
import { useList } from '@/admin/kit/list/use-list';
import type { FiltersOf } from '@/admin/kit/list/use-list-view';
import type words from '@/shared/i18n/en/admin-audit.json';
import type { Row } from '@/shared/api/rows';

/** The tables of the log. Each has a label: the filter's choices do not compile without. */
export const auditTables: readonly (keyof (typeof words)['tables'])[] = tablesWith('audited');

/** An entry with the names of its record and its author; null if they have none. */
export type NamedEntry = Row<'audit_entries'>;

export const auditActions = ['insert', 'update', 'delete', 'truncate'] as const;

/** The authors of changes that are not admins. */
export const otherActors = [
  'visitor',
  'user',
  'service_role',
  'auth',
  'migration',
  'database',
] as const;

const filters = {
  table: auditTables,
  action: auditActions,
  actor: 'text', // an admin's account, or one of otherActors
  day: 'text', // 2026-11-21, in the reader's own time zone
} as const;

export type AuditFilters = FiltersOf<typeof filters>;

const views = { filters, sorts: ['id'], defaultSort: '-id' } as const;
const searched = { columns: ['record_name', 'actor_name', 'actor_email'] } as const;
const size = 50; // rows of a page: most entries are one line

const itemOf = (entry: NamedEntry) => ({ id: String(entry.id), entry });

/** The list of entries. The log is append-only: new entries appear on the first page. */
export const useAuditList = () =>
  useList({
    relation: 'audit_entries',
    views,
    query: (view) => ({ filters: auditConditions(view.filters), search: searched }),
    rowOf: itemOf,
    size,
    live: ({ page }) => page === 1,
  });

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** The filters for the query. An invalid day is ignored. */
export function auditConditions(chosen: AuditFilters): Filter<'audit_entries'>[] {
  const conditions: Filter<'audit_entries'>[] = [];
  if (chosen.table !== undefined) conditions.push(['table_name', 'eq', chosen.table]);
  if (chosen.action !== undefined) conditions.push(['action', 'eq', chosen.action]);
  if (chosen.actor !== undefined) conditions.push(byActor(chosen.actor));
  return [...conditions, ...onDay(chosen.day)];
}

function byActor(actor: string): Filter<'audit_entries'> {
  const isRole = otherActors.some((role) => role === actor);
  return [isRole ? 'actor_role' : 'actor', 'eq', actor];
}

function onDay(day: string | undefined): Filter<'audit_entries'>[] {
  if (day === undefined || !isoDay.test(day)) return [];
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return [];
  const end = new Date(start);
  end.setDate(end.getDate() + 1); // a day is not always 24 hours
  return [
    ['at', 'gte', start.toISOString()],
    ['at', 'lt', end.toISOString()],
  ];
}
