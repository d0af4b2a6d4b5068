import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import { buttonClass } from '@/shared/ui/button';
import { DownloadLink } from '@/shared/ui/download-link';
import { PrintButton } from '@/shared/ui/print-button';
import { KeyOutcomes } from './topic-cards';
import { type Topic, useTopics } from './use-topics';

type Props = { name: string; wordmark: string; email: string | null };

/** The speaker sheet, printable on one page. */
export function SpeakerSheet({ name, wordmark, email }: Props) {
  const { t } = useTranslation('press');
  const language = useLanguage();
  return (
    <article className="sheet mx-auto max-w-5xl bg-raised p-4 sm:p-10 lg:p-14">
      <header className="relative isolate">
        <div className="absolute -end-6 -top-4 -z-10 hidden w-1/2 md:block print:w-1/3">
          <RidgeDrawing slug="everest" heightM={8848} className="text-accent" />
        </div>
        <div className="md:max-w-[60%]">
          <p className="label font-bold text-accent">{t('sheet.label')}</p>
          <h1 className="display mt-3 text-heading">{name}</h1>
          <p className="measure mt-4 text-lead text-muted">{t('sheet.lead')}</p>
        </div>
        <div className="mt-6 flex flex-wrap gap-3 print:hidden">
          <DownloadLink look="solid" href={`/downloads/speaker-sheet.${language}.pdf`}>
            {t('sheet.pdf')}
          </DownloadLink>
          <PrintButton>{t('sheet.print')}</PrintButton>
        </div>
      </header>
      <SheetTopics />
      <footer className="mt-10 grid grid-cols-1 gap-x-12 gap-y-8 contour-top pt-6 sm:grid-cols-2">
        <div>
          <h2 className="display text-title">{t('sheet.audiences')}</h2>
          <p className="mt-2 text-muted">{t('sheet.audiencesText')}</p>
        </div>
        <Booking email={email} />
      </footer>
      <p dir="ltr" lang="en" className="mt-8 figure text-title tracking-wide uppercase">
        {wordmark}
      </p>
    </article>
  );
}

function SheetTopics() {
  const { t } = useTranslation('press');
  return (
    <section aria-labelledby="sheet-topics">
      <h2 id="sheet-topics" className="display mt-12 text-title">
        {t('sheet.topics')}
      </h2>
      <ol className="mt-4 grid grid-cols-1 gap-x-12 sm:grid-cols-2">
        {useTopics().map((topic) => (
          <SheetTopic key={topic.slug} topic={topic} />
        ))}
      </ol>
    </section>
  );
}

function SheetTopic({ topic }: { topic: Topic }) {
  const title = localised(topic, 'title', useLanguage());
  return (
    <li className="contour-top py-6">
      <h3 lang={title.lang} dir={title.dir} className="display text-title text-accent">
        {title.text}
      </h3>
      <KeyOutcomes topic={topic} />
    </li>
  );
}

// By e-mail if an address is set, else by the form.
function Booking({ email }: { email: string | null }) {
  const { t } = useTranslation('press');
  return (
    <div>
      <h2 className="display text-title">{t('sheet.booking')}</h2>
      <p className="mt-2 text-muted">{t('sheet.bookingText')}</p>
      <p className="mt-4">
        {email === null ? (
          <LocalLink to="/speaking#booking-form" className={buttonClass('line', 'print:hidden')}>
            {t('sheet.byForm')}
          </LocalLink>
        ) : (
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(t('sheet.subject'))}`}
            className={buttonClass('line', 'print:border-0 print:px-0')}
          >
            {t('sheet.byEmail')}
            <bdi dir="ltr" className="min-w-0 wrap-anywhere">
              {email}
            </bdi>
          </a>
        )}
      </p>
    </div>
  );
}
