import { ContourMark } from '@/art/contour-mark';
import { useLanguage, useTranslation } from '@/i18n';
import { localised } from '@/i18n/localised';
import { attemptKey, climbedAgain, type Achievement } from './achievement';

/** The text about a mountain. For an attempt, a note comes first. */
export function AchievementStory({ peak }: { peak: Achievement }) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const description = localised(peak, 'description', language);
  const again = climbedAgain(peak.slug);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
      {peak.is_attempt && (
        <p className="measure border border-dashed border-edge px-5 py-4 text-lead">
          {t(attemptKey(peak.slug))}
        </p>
      )}
      <section aria-labelledby="story" className="grid gap-5">
        <h2 id="story" className="label text-muted">
          {t('achievement.story')}
        </h2>
        {description.lang !== language && description.text !== '' && (
          <p className="text-small text-muted">{t('achievement.onlyEnglish')}</p>
        )}
        <p
          lang={description.lang}
          dir={description.dir}
          className="measure text-[clamp(1.25rem,1.9vw,1.625rem)]"
        >
          {description.text}
        </p>
        {again !== undefined && (
          <p className="measure text-muted">{t('achievement.again', { year: again })}</p>
        )}
      </section>
      <HistoricNote peak={peak} />
    </div>
  );
}

function HistoricNote({ peak }: { peak: Achievement }) {
  const { t } = useTranslation('expeditions');
  const badge = localised(peak, 'badge', useLanguage());
  // The note above says so already.
  if (badge.text === '' || badge.text === t('outcome.attempt')) return null;
  return (
    <aside
      aria-labelledby="note"
      className="flex flex-wrap items-center gap-5 border-y border-line py-6 md:gap-8"
    >
      <ContourMark
        form={peak.beyond_seven_summits ? 2 : 1}
        className="size-20 shrink-0 text-accent md:size-28"
      />
      <div>
        <h2 id="note" className="label text-muted">
          {t('achievement.note')}
        </h2>
        <p lang={badge.lang} dir={badge.dir} className="display mt-2 text-title">
          {badge.text}
        </p>
      </div>
    </aside>
  );
}
