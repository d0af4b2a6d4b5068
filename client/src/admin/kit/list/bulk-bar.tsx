import { useEffect, useRef, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { CloseIcon } from '@/shared/ui/icons';
import type { Named } from './data-table';
import type { ListState } from './use-list';

type Props<Row extends Named> = {
  list: Pick<ListState<Row>, 'selection' | 'found' | 'fetchIds' | 'isSelectable'>;
  /** Error message if the ids of all rows cannot be loaded. */
  failed: string;
  /** The number of rows that match and can be selected. Defaults to all that match. */
  total?: number | undefined;
  /** The most rows that are selected at once. Defaults to no limit. */
  max?: number;
  /** Whether the actions run: no rows are selected meanwhile. */
  isBusy?: boolean;
  /** The bulk actions: buttons. */
  children: ReactNode;
};

/** The classes of a button in the bar. */
export const bulkButton = 'relative max-sm:grow max-sm:px-2 lg:min-h-9 lg:px-3 lg:py-1';

/**
 * A bar below the rows while some are selected: their number and the bulk actions. Where a whole
 * page is selected it offers to select all rows that match.
 */
export function BulkBar<Row extends Named>({ list, children, ...rest }: Props<Row>) {
  const { t } = useTranslation('admin-kit');
  const { selection } = list;
  const count = selection.ids.length;
  useShortcut('Escape', t('list.untick'), count > 0 ? selection.clear : undefined);
  return (
    // A live region must exist before its content.
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <div className="bulk-bar mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-block border border-ink bg-raised px-3 py-2 text-small shadow-[0_-4px_16px_rgb(11_25_32/0.12)]">
          <p className="font-medium max-sm:basis-full">{t('list.ticked', { count })}</p>
          <div className="flex grow flex-wrap gap-2 max-sm:contents">
            <SelectAll list={list} {...rest} />
            {children}
          </div>
          <button
            type="button"
            aria-label={t('list.untick')}
            onClick={selection.clear}
            className="grid size-11 place-items-center lg:size-9"
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}

function SelectAll<Row extends Named>(props: Omit<Props<Row>, 'children'>) {
  const { list, failed, max = Infinity, isBusy = false } = props;
  const { selection, found, fetchIds, isSelectable } = list;
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const showError = useErrorToast();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => {
      running.current = new AbortController();
      return fetchIds(running.current.signal, max);
    },
    onSuccess: selection.setAll,
    onError: (error) => running.current?.signal.aborted === true || showError(failed, error),
  });
  const rows = found.data?.rows.filter((row) => isSelectable?.(row) ?? true) ?? [];
  const total = props.total ?? found.data?.total ?? 0;
  const isWholePage = rows.length > 0 && rows.every(({ id }) => selection.selected[id] === true);
  if (!isWholePage || selection.isAll || total <= rows.length) return null;
  const count = Math.min(total, max);
  return (
    <Button
      look="line"
      className={bulkButton}
      aria-disabled={isBusy || isPending}
      aria-busy={isPending}
      onClick={() => isBusy || isPending || mutate()}
    >
      {t('list.all', { count, amount: formatNumber(count, language) })}
    </Button>
  );
}
