import type { ComponentType } from 'react';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { lazyComponent } from '@/shared/ui/lazy';
import type { Named } from './data-table';
import type { ListState } from './use-list';

type BarProps<Row extends Named> = { list: Pick<ListState<Row>, 'selection'> };

/**
 * Lazy-loads a component with a BulkBar beside the rows. If that fails, a notice with a retry is in the place of
 * the bar while rows are selected.
 */
export const lazyBulkBar = <Row extends Named, P extends BarProps<Row>>(
  load: () => Promise<ComponentType<P>>,
) => lazyComponent(load, null, BulkBarFailure);

type FailureProps = BarProps<Named> & { onRetry: () => void };

function BulkBarFailure({ list, onRetry }: FailureProps) {
  const { t } = useTranslation(['admin-kit', 'site']);
  const { ids, clear } = list.selection;
  useShortcut('Escape', t('list.untick'), ids.length > 0 ? clear : undefined);
  if (ids.length === 0) return null;
  return (
    <div className="mt-3">
      <FailureNotice
        text={`${t('list.actionsFailed')} ${t('site:failure.network')}`}
        retryLabel={t('site:retry')}
        onRetry={onRetry}
      />
    </div>
  );
}
