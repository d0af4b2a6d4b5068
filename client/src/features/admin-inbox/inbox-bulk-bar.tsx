import { useTranslation } from 'react-i18next';
import { BulkBar } from '@/admin/list/bulk-bar';
import type { Selection } from '@/admin/list/use-selection';
import type { PageOfRows } from '@/admin/rows/use-page-of-rows';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import { Button } from '@/ui/button';
import { statuses, type Entry } from './inbox-entry';
import { useBulkInquiries } from './use-bulk-inquiries';
import { maxSelected, useSelectMatches, type FetchIds } from './use-select-matches';

type Props = {
  page: PageOfRows<Entry>;
  selection: Selection;
  /** Fetches the ids of all that match the view. */
  fetchIds: FetchIds;
};

/** The bulk actions of an inbox: select all that match, set a status, delete. */
export function InboxBulkBar({ page, selection, fetchIds }: Props) {
  const { t } = useTranslation('admin-inbox');
  const language = useLanguage();
  const matches = useSelectMatches(fetchIds, (ids) => selection.set(ids, true));
  const bulk = useBulkInquiries(selection.clear);
  const number = (value: number) => formatNumber(value, language);
  const isWhole = page.rows.every(({ id }) => selection.selected[id] === true);
  const isBusy = bulk.progress !== undefined;
  const look = 'max-sm:grow px-3 max-sm:px-2 lg:min-h-9 lg:py-1';
  return (
    <BulkBar selection={selection}>
      {isWhole && page.total > selection.ids.length && selection.ids.length < maxSelected && (
        <Button
          look="quiet"
          className="px-0 lg:min-h-9 lg:py-1"
          aria-disabled={isBusy || matches.isPending}
          onClick={() => isBusy || matches.isPending || matches.mutate()}
        >
          {t('bulk.all', { count: Math.min(page.total, maxSelected) })}
        </Button>
      )}
      {statuses.map((status) => (
        <Button
          key={status}
          look="line"
          className={look}
          aria-disabled={isBusy}
          onClick={() => isBusy || bulk.setStatus(selection.ids, status)}
        >
          {t(`bulk.mark.${status}`)}
        </Button>
      ))}
      <Button
        look="line"
        className={look}
        aria-disabled={isBusy}
        onClick={() => isBusy || bulk.remove(selection.ids)}
      >
        {t('bulk.delete')}
      </Button>
      {bulk.progress !== undefined && (
        <p className="self-center tabular-nums">
          {t('bulk.progress', {
            done: number(bulk.progress),
            total: number(selection.ids.length),
          })}
        </p>
      )}
    </BulkBar>
  );
}
