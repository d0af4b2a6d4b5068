import type { ReactNode } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { formatNumber } from '@/shared/i18n/format';
import type { LocalisedText } from '@/shared/i18n/localised';
import { continentKey, locationOf, routeOf, type Achievement } from './achievement';
import { PeakFlag } from './peak-flag';

type Fact = { label: string; value: ReactNode; indicative?: boolean };

type Props = {
  peak: Achievement;
  /** Explanation of "indicative", in the current language. */
  note: string | undefined;
};

/** The facts of a mountain as a description list. */
export function AchievementFacts({ peak, note }: Props) {
  const { t } = useTranslation('expeditions');
  const facts = useFacts(peak);
  return (
    <section
      aria-labelledby="facts"
      className="border-t-4 border-accent bg-raised px-5 pt-6 pb-7 md:px-7"
    >
      <h2 id="facts" className="label text-muted">
        {t('achievement.facts')}
      </h2>
      <dl className="mt-3">
        {facts.map(({ label, value, indicative = false }) => (
          <div
            key={label}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3"
          >
            <dt className="text-small text-muted">
              {label}
              {indicative && (
                <span className="block text-label">{t('achievement.indicative')}</span>
              )}
            </dt>
            <dd className="ms-auto max-w-[min(100%,max(62%,9rem))] text-end wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className="mt-5 text-small text-muted">{note}</p>}
    </section>
  );
}

function useFacts(peak: Achievement): Fact[] {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const continent = continentKey(peak.continent);
  const days = peak.duration_days;
  const all: (Fact | false)[] = [
    {
      label: t('achievement.altitude'),
      value: (
        <span className="figure text-title">
          {t('site:unit.metres', { value: formatNumber(peak.height_m, language) })}
        </span>
      ),
    },
    { label: t('achievement.year'), value: peak.year },
    textFact(t('achievement.location'), locationOf(peak, language)),
    {
      label: t('achievement.country'),
      value: (
        <span className="inline-flex items-center gap-2">
          <PeakFlag code={peak.flag} />
          {countryName(peak.flag, peak.country, language)}
        </span>
      ),
    },
    {
      label: t('achievement.continent'),
      value: continent === undefined ? peak.continent : t(`continents.${continent}`),
    },
    days > 0 && {
      label: t('achievement.duration'),
      value: t('achievement.days', { count: days, amount: formatNumber(days, language) }),
      indicative: true,
    },
    numberFact(t('achievement.temperature'), peak.temperature),
    numberFact(t('achievement.team'), peak.team_size),
    textFact(t('achievement.route'), routeOf(peak, language)),
  ];
  return all.filter((fact) => fact !== false);
}

function textFact(label: string, { text, lang, dir }: LocalisedText): Fact | false {
  return (
    text !== '' && {
      label,
      value: (
        <span lang={lang} dir={dir}>
          {text}
        </span>
      ),
    }
  );
}

// Numbers with units are left-to-right in every language.
const numberFact = (label: string, text: string | null): Fact | false =>
  text !== null && text !== '' && { label, value: <bdi dir="ltr">{text}</bdi>, indicative: true };
