import { useMemo, useState } from 'react';
import { CsvExport } from '@/admin/kit/csv-export';
import { BulkBar, bulkButton } from '@/admin/kit/list/bulk-bar';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { batchesOf, fetchOrders } from './bulk-orders';
import { orderCsv } from './order-csv';
import { orderFlags } from './order-flag';
import type { BulkOrders } from './use-bulk-orders';
import type { OrderListState } from './use-order-list';

const CancelDialog = lazyComponent(
  () => import('./order-cancel-dialog').then((m) => m.OrderCancelDialog),
  null,
  LoadFailure,
);

const SlipsDialog = lazyComponent(
  () => import('./slips-dialog').then((m) => m.SlipsDialog),
  null,
  LoadFailure,
);

type Props = { list: OrderListState; bulk: BulkOrders };

/** The actions for the selected orders, and their progress. */
export function OrderBulkBar({ list, bulk }: Props) {
  const { t } = useTranslation(['admin-orders', 'admin-kit']);
  const language = useLanguage();
  const [isCancelling, setCancelling] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const columns = useMemo(() => orderCsv(t), [t]);
  const { ids } = list.selection;
  const number = (value: number) => formatNumber(value, language);
  if (bulk.progress !== undefined) {
    const { done, total } = bulk.progress;
    return (
      <div className="bulk-bar mt-3 flex flex-wrap items-center gap-3 rounded-block border border-ink bg-raised px-3 py-2 text-small">
        <p role="status" className="tabular-nums">
          {t('admin-kit:csv.progress', { done: number(done), total: number(total) })}
        </p>
        <progress
          max={total}
          value={done}
          className="min-w-24 grow"
          aria-label={t('bulk.running')}
        />
        <Button look="line" className={bulkButton} onClick={bulk.stop}>
          {t('bulk.stop')}
        </Button>
      </div>
    );
  }
  const batches = batchesOf(ids);
  return (
    <>
      <BulkBar list={list} failed={t('failed')}>
        {orderFlags.map((flag) => (
          <Button
            key={flag}
            look="line"
            className={bulkButton}
            onClick={() => bulk.run({ kind: 'mark', flag, value: true })}
          >
            <span aria-hidden="true" className="sm:hidden">
              {t(`flags.${flag}`)}
            </span>
            <span className="max-sm:sr-only">{t(`bulk.${flag}`)}</span>
          </Button>
        ))}
        <Button look="line" className={bulkButton} onClick={() => setCancelling(true)}>
          {t('bulk.cancel')}
        </Button>
        <Button look="line" className={bulkButton} onClick={() => setPrinting(true)}>
          {t('bulk.slips')}
        </Button>
        <CsvExport
          name="book-orders"
          columns={columns}
          quotes="all"
          page={async (page, signal) => ({
            rows: await fetchOrders(batches[page - 1] ?? [], list.view.sort, signal),
            total: ids.length,
            page,
            size: batches[0]?.length ?? 1,
          })}
        />
      </BulkBar>
      {isPrinting && <SlipsDialog ids={ids} onClose={() => setPrinting(false)} />}
      {isCancelling && (
        <CancelDialog
          count={ids.length}
          onCancel={(reason, mail) => bulk.run({ kind: 'cancel', reason, mail })}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  );
}
