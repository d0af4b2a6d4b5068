import { useConfirm } from '@/admin/kit/confirm';
import { inMoroccoLong } from '@/admin/kit/morocco-time';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf, isLanguage, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { localisedOrAny } from '@/shared/i18n/localised';
import { Button } from '@/shared/ui/button';
import { newsletterState, readTexts, type Newsletter } from './newsletter';
import { StatePill } from './newsletter-parts';
import { RecipientList } from './recipient-list';
import { useCancelNewsletter, useNewNewsletter } from './use-newsletters';

type Props = {
  row: Newsletter;
  onPreview: (language: Language) => void;
  /** Called to open another newsletter. */
  onOpen: (id: string) => void;
};

/** A newsletter that is no draft any more: its progress, its result and who did not get it. */
export function NewsletterResult({ row, onPreview, onOpen }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const language = useLanguage();
  const state = newsletterState(row);
  const subject = localisedOrAny(row, 'subject', language);
  const time = row.finished_at ?? row.started_at ?? row.scheduled_for;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="grid justify-items-start gap-1">
          <p lang={subject.lang} dir={subject.dir} className="text-lead font-medium wrap-anywhere">
            {subject.text}
          </p>
          <div className="flex flex-wrap items-center gap-3 text-small text-muted">
            <StatePill row={row} />
            {time !== null && <span>{inMoroccoLong(time, language)}</span>}
          </div>
        </div>
        <ResultActions row={row} onOpen={onOpen} />
      </div>
      {state !== 'scheduled' && <Progress row={row} />}
      <div className="flex flex-wrap gap-2">
        {row.written.filter(isLanguage).map((each) => (
          <Button key={each} look="line" className="lg:min-h-9" onClick={() => onPreview(each)}>
            <span>{t('preview.open')}</span>
            <span lang={each} dir={directionOf(each)} className="ms-2">
              {languageNames[each]}
            </span>
          </Button>
        ))}
      </div>
      {row.recipients > 0 && <RecipientList row={row} />}
    </div>
  );
}

function ResultActions({ row, onOpen }: Pick<Props, 'row' | 'onOpen'>) {
  const { t } = useTranslation('admin-newsletter');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const cancel = useCancelNewsletter(row.id);
  const create = useNewNewsletter();
  const state = newsletterState(row);
  const confirmCancel = async () => {
    const options = {
      question: t('cancel.question'),
      detail: t(state === 'sending' ? 'cancel.detailSending' : 'cancel.detail'),
      action: t('cancel.action'),
      cancel: t('cancel.keep'),
      tone: 'bad' as const,
    };
    if (!(await confirm(options))) return;
    cancel.mutate(undefined, { onError: (error) => showError(t('cancel.failed'), error) });
  };
  const duplicate = () =>
    create.mutate(readTexts(row), {
      onSuccess: onOpen,
      onError: (error) => showError(t('notCreated'), error),
    });
  return (
    <div className="flex flex-wrap gap-2">
      {(state === 'scheduled' || state === 'sending') && (
        <Button
          look="line"
          aria-busy={cancel.isPending}
          className="lg:min-h-9"
          onClick={() => void confirmCancel()}
        >
          {t('cancel.action')}
        </Button>
      )}
      <Button look="line" aria-busy={create.isPending} className="lg:min-h-9" onClick={duplicate}>
        {t('duplicate')}
      </Button>
    </div>
  );
}

/** The counts, with a progress bar while it is sent. */
function Progress({ row }: { row: Newsletter }) {
  const { t } = useTranslation('admin-newsletter');
  const language = useLanguage();
  const done = row.sent + row.failed + row.skipped;
  const number = (value: number) => formatNumber(value, language);
  return (
    <section aria-label={t('progress.title')} className="grid gap-3">
      {newsletterState(row) === 'sending' && (
        <progress
          aria-label={t('progress.title')}
          max={Math.max(row.recipients, 1)}
          value={done}
          className="h-2 w-full accent-accent"
        />
      )}
      <dl role="status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(['recipients', 'sent', 'failed', 'skipped'] as const).map((count) => (
          <div key={count} className="border-s-2 border-line ps-3">
            <dt className="text-label text-muted">{t(`progress.${count}`)}</dt>
            <dd className="text-lead font-medium tabular-nums">{number(row[count])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
