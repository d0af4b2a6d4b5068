import { useId, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';

type Props<T> = {
  title: string;
  /** The query of the block; each block has its own error and retry. */
  query: UseQueryResult<T>;
  /** The error message. */
  failed: string;
  /** Beside the title. */
  corner?: ReactNode;
  className?: string;
  children: (data: T) => ReactNode;
};

/** A section of the dashboard. Loaded data stays visible if a refetch fails. */
export function Block<T>({ title, query, failed, corner, className = '', children }: Props<T>) {
  const { t } = useTranslation(['admin', 'site']);
  const id = useId();
  const { data, error, refetch } = query;
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 border border-line bg-raised p-4 sm:p-5 ${className}`}
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lead font-medium">
          {title}
        </h2>
        {corner}
      </div>
      {error !== null && (
        <FailureNotice
          text={`${failed} ${failureText(t, error)}`}
          retryLabel={t('site:retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined
        ? error === null && <Spinner label={t('admin:loading')} className="min-h-24" />
        : children(data)}
    </section>
  );
}
