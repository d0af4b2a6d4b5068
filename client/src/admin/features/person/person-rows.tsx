import { useState } from 'react';
import { Checkbox } from '@/admin/kit/list/checkbox';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { PersonActions } from './person-actions';
import type { PersonRow, Source } from './use-person';

/** An order that is still to be delivered needs its address. */
const isOpenOrder = ({ source, status }: PersonRow): boolean =>
  source === 'book_order' && (status === 'new' || status === 'confirmed');

/** An account of the staff is removed on the screen of the admins. */
const isStaff = ({ source, status }: PersonRow): boolean =>
  source === 'account' && status === 'staff';

const keyOf = ({ source, id }: PersonRow) => `${source} ${id}`;

/**
 * The rows that may be another person's: found by a phone that they share with a match, under another e-mail. Two of a
 * family may have one phone.
 */
function othersIn(rows: readonly PersonRow[]): PersonRow[] {
  const emailOf = ({ email }: PersonRow) => email?.toLowerCase() ?? '';
  const matched = new Set(rows.filter(({ isDirect }) => isDirect).map(emailOf));
  return rows.filter((row) => !row.isDirect && !matched.has(emailOf(row)));
}

/**
 * The rows about a person, to be selected. Those that may be another person's are not selected first: what is erased is
 * gone, and an export is handed over. A namesake is taken out by hand.
 */
export function PersonRows({ rows }: { rows: readonly PersonRow[] }) {
  const { t } = useTranslation('admin-people');
  const [out, setOut] = useState<ReadonlySet<string>>(() => new Set(othersIn(rows).map(keyOf)));
  const selected = rows.filter((row) => !out.has(keyOf(row)));
  const toggle = (keys: readonly string[], isOut: boolean) =>
    setOut(new Set([...[...out].filter((key) => !keys.includes(key)), ...(isOut ? keys : [])]));
  const all = rows.map(keyOf);
  const state = selected.length === 0 ? 'none' : selected.length === rows.length ? 'all' : 'some';
  return (
    <section aria-label={t('found')}>
      <div className="flex flex-wrap items-center gap-x-3 border-b border-line pb-2">
        <Checkbox label={t('all')} state={state} onToggle={() => toggle(all, state === 'all')} />
        <p role="status" className="text-small text-muted">
          {t('selected', { count: selected.length, all: rows.length })}
        </p>
      </div>
      <ul>
        {rows.map((row) => (
          <li key={keyOf(row)} className="flex gap-3 border-b border-line py-2 [&>label]:shrink-0">
            <Checkbox
              label={t('select', {
                what: t(`sources.${row.source}`),
                name: row.name ?? row.email ?? '',
              })}
              state={out.has(keyOf(row)) ? 'none' : 'all'}
              onToggle={() => toggle([keyOf(row)], !out.has(keyOf(row)))}
            />
            <Row row={row} />
          </li>
        ))}
      </ul>
      <PersonActions
        selected={selected}
        open={selected.filter(isOpenOrder)}
        staff={selected.filter(isStaff)}
      />
    </section>
  );
}

const screens: Partial<Record<Source, `/admin/${string}`>> = {
  book_order: '/admin/book-orders',
  review: '/admin/book-reviews',
  contact: '/admin/form-submissions',
  speaking: '/admin/form-submissions',
  sponsorship: '/admin/form-submissions',
  retreat: '/admin/form-submissions',
};

function Row({ row }: { row: PersonRow }) {
  const { t } = useTranslation('admin-people');
  const screen = screens[row.source];
  const what = t(`sources.${row.source}`);
  return (
    <div className="min-w-0 grow py-1.5">
      <p className="flex flex-wrap gap-x-3">
        {screen === undefined ? (
          <span className="font-medium">{what}</span>
        ) : (
          <LocalLink
            to={`${screen}?open=${row.id}`}
            className="font-medium underline decoration-line underline-offset-4 hover:decoration-accent"
          >
            {what}
          </LocalLink>
        )}
        {row.name !== null && <bdi className="wrap-anywhere">{row.name}</bdi>}
        <bdi className="text-muted">{formatDate(row.createdAt)}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-3 text-small wrap-anywhere text-muted">
        {row.email !== null && <bdi dir="ltr">{row.email}</bdi>}
        {row.phone !== null && <bdi dir="ltr">{row.phone}</bdi>}
        {row.about !== null && <bdi>{row.about}</bdi>}
        {!row.isDirect && <span>{t('related')}</span>}
        {isOpenOrder(row) && <span className="text-bad">{t('openOrder')}</span>}
        {isStaff(row) && <span className="text-bad">{t('staff')}</span>}
      </p>
    </div>
  );
}
