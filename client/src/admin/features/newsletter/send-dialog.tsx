import { useState } from 'react';
import { fromMoroccoField } from '@/admin/kit/morocco-time';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { isLanguage } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { TextField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import type { NewsletterStore } from './newsletter-store';
import { useRecipientGroups, useScheduleNewsletter } from './use-newsletters';

export type SendWay = 'now' | 'later';

type Props = { store: NewsletterStore; way: SendWay | undefined; onClose: () => void };

/** Confirms sending: how many get the newsletter in which language, and when. */
export function SendDialog({ store, way, onClose }: Props) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  return (
    <AdminDialog
      open={way !== undefined}
      onClose={onClose}
      title={t(`send.${way ?? 'now'}Title`)}
      className="max-w-lg"
    >
      {way !== undefined && <SendForm store={store} way={way} onDone={onClose} />}
    </AdminDialog>
  );
}

type FormProps = { store: NewsletterStore; way: SendWay; onDone: () => void };

function SendForm({ store, way, onDone }: FormProps) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  const groups = useRecipientGroups(store.id, true);
  const schedule = useScheduleNewsletter(store.id);
  const showError = useErrorToast();
  const [time, setTime] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = () => {
    const at = fromMoroccoField(time);
    const isPast = at === null || Date.parse(at) <= Date.now();
    if (way === 'later' && isPast) return setProblem(t('send.timeWrong'));
    schedule.mutate(
      { updatedAt: store.state().record.updated_at, at: way === 'now' ? null : at },
      { onSuccess: onDone, onError: (error) => showError(t('send.failed'), error) },
    );
  };
  if (groups.error !== null) {
    return (
      <FailureNotice
        text={`${t('send.countFailed')} ${failureText(t, groups.error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void groups.refetch()}
      />
    );
  }
  if (groups.data === undefined) return <Spinner label={t('send.counting')} />;
  const isWritten = groups.data.every(({ sent_in: sentIn }) => isLanguage(sentIn));
  if (groups.data.length === 0) return <Notice tone="plain">{t('send.nobody')}</Notice>;
  if (!isWritten) return <Notice tone="bad">{t('send.unwritten')}</Notice>;
  return (
    <form
      noValidate
      aria-label={t(`send.${way}Title`)}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Groups groups={groups.data} />
      {way === 'later' && (
        <TextField
          label={t('send.time')}
          hint={t('send.timeHint')}
          error={problem}
          type="datetime-local"
          value={time}
          onChange={(event) => {
            setProblem(undefined);
            setTime(event.currentTarget.value);
          }}
        />
      )}
      <p className="text-small text-muted">{t('send.final')}</p>
      <Button type="submit" aria-busy={schedule.isPending} className="justify-self-start">
        {t(`send.${way}`)}
      </Button>
    </form>
  );
}

type Group = { language: string; sent_in: string; recipients: number };

/** The numbers of recipients by language, and in which language each group gets it. */
function Groups({ groups }: { groups: Group[] }) {
  const { t } = useTranslation('admin-newsletter');
  const language = useLanguage();
  const name = (code: string) => (isLanguage(code) ? languageNameIn(code, language) : code);
  const total = groups.reduce((sum, { recipients }) => sum + recipients, 0);
  return (
    <div className="grid gap-2">
      <p className="font-medium">{t('send.total', { amount: formatNumber(total, language) })}</p>
      <ul className="grid gap-1">
        {groups.map(({ language: own, sent_in: sentIn, recipients }) => (
          <li key={own} className="flex justify-between gap-4 border-b border-line py-1 text-small">
            <span>
              {own === sentIn
                ? name(own)
                : t('send.fallback', { language: name(own), other: name(sentIn) })}
            </span>
            <span className="tabular-nums">{formatNumber(recipients, language)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
