import { createContext, use, type ReactNode } from 'react';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { FlatPlain } from '@/shared/art/flat-plain';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';

/*
 * The states of a list around its rows:
 *   <ListFrame found={found} failed={t('failed')} empty={t('empty')} isEmpty={({ rows }) => rows.length === 0}
 *     onReset={isNarrowed ? reset : undefined} emptyAction={<Button …/>}>
 *     {({ rows }) => <DataTable rows={rows} … />}
 *   </ListFrame>
 * While the next page loads the previous one is shown, but inert. If a refetch fails, the data stays, with
 * a notice that it may be stale.
 */

type Found<Data> = {
  data: Data | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};

type Props<Data> = {
  /** The result of useQuery. */
  found: Found<Data>;
  /** 'The orders could not be loaded.' */
  failed: string;
  /** 'No orders found' */
  empty: string;
  isEmpty: (data: Data) => boolean;
  /** Resets search and filters; set if they may be why the list is empty. */
  onReset?: (() => void) | undefined;
  /** An action for an empty list. */
  emptyAction?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A list in one of its states: loading, failed, empty, stale, placeholder or complete. */
export function ListFrame<Data>(props: Props<Data>) {
  const { found, isEmpty, children } = props;
  const { t } = useTranslation();
  const { data, isPlaceholderData } = found;
  if (data === undefined) {
    return found.error === null ? (
      <Spinner label={t('loading')} className="min-h-48" />
    ) : (
      <Failed {...props} />
    );
  }
  return (
    <IsPlaceholderData value={isPlaceholderData}>
      {found.error !== null && <Failed {...props} />}
      <div
        aria-busy={isPlaceholderData}
        className={`transition-opacity delay-100 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {isEmpty(data) ? <Empty {...props} /> : children(data)}
      </div>
    </IsPlaceholderData>
  );
}

function Failed<Data>({ found, failed }: Props<Data>) {
  const { t } = useTranslation(['admin-kit', 'site']);
  const old = found.data === undefined ? '' : ` ${t('list.old')}`;
  return (
    <div className="mb-4">
      <FailureNotice
        text={`${failed} ${failureText(t, found.error)}${old}`}
        retryLabel={t('site:retry')}
        onRetry={() => void found.refetch()}
      />
    </div>
  );
}

function Empty<Data>({ empty, onReset, emptyAction }: Props<Data>) {
  const { t } = useTranslation('admin-kit');
  return (
    <div className="relative overflow-hidden border border-line px-4 pt-12 pb-32 text-center">
      <p role="status" className="text-body text-muted">
        {empty}
      </p>
      <div className="relative z-10 mt-4 flex flex-wrap justify-center gap-2 empty:hidden">
        {onReset && (
          <Button look="line" onClick={onReset}>
            {t('list.reset')}
          </Button>
        )}
        {onReset === undefined && emptyAction}
      </div>
      <FlatPlain className="absolute inset-x-0 bottom-0 h-24 w-full text-muted" />
    </div>
  );
}

/** Whether the shown rows are placeholder data of the previous query. */
const IsPlaceholderData = createContext(false);

export const useIsPlaceholderData = (): boolean => use(IsPlaceholderData);
