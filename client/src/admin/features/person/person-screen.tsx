import { useState } from 'react';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { SubmitButton } from '@/shared/ui/submit-button';
import { PersonRows } from './person-rows';
import { maxRows, usePerson } from './use-person';

const minLength = 3;

/**
 * Finds what is stored about a person, hands it over and erases it. The search is in no URL: it is personal
 * itself.
 */
export function PersonScreen() {
  const { t } = useTranslation('admin-people');
  const [search, setSearch] = useState<string>();
  const [isShort, setShort] = useState(false);
  return (
    <div className="grid gap-6">
      <form
        method="dialog"
        role="search"
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = textOf(new FormData(event.currentTarget), 'person');
          setShort(typed.length < minLength);
          if (typed.length >= minLength) setSearch(typed);
        }}
      >
        <TextField
          name="person"
          type="search"
          label={t('search.label')}
          error={isShort ? t('search.short') : undefined}
          autoComplete="off"
          maxLength={200}
          dir="auto"
        />
        <SubmitButton className="sm:min-h-12">{t('search.find')}</SubmitButton>
      </form>
      {search !== undefined && <Found key={search} search={search} />}
    </div>
  );
}

function Found({ search }: { search: string }) {
  const { t } = useTranslation(['admin-people', 'site']);
  const { data, error, refetch } = usePerson(search);
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Spinner label={t('searching')} className="min-h-48" />;
  if (data.length === 0) return <p role="status">{t('nothing')}</p>;
  return (
    <>
      {data.length >= maxRows && <Notice tone="bad">{t('many', { count: maxRows })}</Notice>}
      <PersonRows rows={data} />
    </>
  );
}
