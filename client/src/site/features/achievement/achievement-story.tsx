import { ContourMark } from '@/shared/art/contour-mark';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localised } from '@/shared/i18n/localised';
import { attemptKey, climbedAgain, type Achievement } from './achievement';

/** The text about a mountain, and its historic note: that of an attempt comes first. */
export function AchievementStory({ peak }: { peak: Achievement }) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const description = localised(peak, 'description', language);
  const again = climbedAgain(peak.slug);
  const note = <HistoricNote peak={peak} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
      {peak.is_attempt && note}
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
      {!peak.is_attempt && note}
    </div>
  );
}

function HistoricNote({ peak }: { peak: Achievement }) {
  const { t } = useTranslation('expeditions');
  const badge = localised(peak, 'badge', useLanguage());
  if (badge.text === '' && !peak.is_attempt) return null;
  return (
    <aside
      aria-labelledby="note"
      className="flex flex-wrap items-center gap-5 border-y border-line py-6 md:gap-8"
    >
      <ContourMark
        form={peak.beyond_seven_summits ? 2 : 1}
        className="size-20 shrink-0 text-accent md:size-28"
      />
      <div className="min-w-0 grow basis-52">
        <h2 id="note" className="label text-muted">
          {t('achievement.note')}
        </h2>
        <p lang={badge.lang} dir={badge.dir} className="display mt-2 text-title">
          {badge.text === '' ? t('outcome.attempt') : badge.text}
        </p>
        {peak.is_attempt && <p className="measure mt-3 text-lead">{t(attemptKey(peak.slug))}</p>}
      </div>
    </aside>
  );
}
