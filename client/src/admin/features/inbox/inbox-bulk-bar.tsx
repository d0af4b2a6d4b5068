import type { ComponentProps } from 'react';
import { BulkBar, bulkButton } from '@/admin/kit/list/bulk-bar';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { statuses, type Entry } from './inbox-entry';
import { useBulkInquiries } from './use-bulk-inquiries';

type Props = Pick<ComponentProps<typeof BulkBar<Entry>>, 'list' | 'total'>;

const maxSelected = 5_000; // entries

/** The bulk actions of an inbox: set a status, delete. */
export function InboxBulkBar({ list, total }: Props) {
  const { t } = useTranslation('admin-inbox');
  const language = useLanguage();
  const { ids, clear } = list.selection;
  const bulk = useBulkInquiries(clear);
  const number = (value: number) => formatNumber(value, language);
  const isBusy = bulk.progress !== undefined;
  return (
    <BulkBar {...{ list, total, isBusy }} failed={t('failed')} max={maxSelected}>
      {statuses.map((status) => (
        <Button
          key={status}
          look="line"
          className={bulkButton}
          aria-disabled={isBusy}
          onClick={() => isBusy || bulk.setStatus(ids, status)}
        >
          {t(`bulk.mark.${status}`)}
        </Button>
      ))}
      <Button
        look="line"
        className={bulkButton}
        aria-disabled={isBusy}
        onClick={() => isBusy || bulk.remove(ids)}
      >
        {t('bulk.delete')}
      </Button>
      {bulk.progress !== undefined && (
        <p className="self-center tabular-nums">
          {t('bulk.progress', { done: number(bulk.progress), total: number(ids.length) })}
        </p>
      )}
    </BulkBar>
  );
}
