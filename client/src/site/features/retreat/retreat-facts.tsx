import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { formatDays, type Days } from './retreat-dates';

/** An edition of the retreat, from the settings. */
export type Edition = Days & {
  city: Record<Language, string>;
  theme: Record<Language, string>;
};

/** Date and place, at the bottom of the hero. */
export function RetreatFacts({ edition }: { edition: Edition }) {
  const { t } = useTranslation('retreat');
  const language = useLanguage();
  const facts = [
    { label: t('facts.when'), value: useDates(edition) },
    { label: t('facts.where'), value: edition.city[language] },
  ];
  return (
    <dl aria-label={t('facts.label')} className="flex flex-wrap gap-x-8 gap-y-5 sm:gap-x-12">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse gap-1.5">
          <dt className="text-label font-medium text-muted">{label}</dt>
          <dd className="display text-title">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useDates(days: Days): string {
  const { t } = useTranslation('retreat');
  const parts = formatDays(days, useLanguage());
  if (parts === undefined) return '';
  return parts.fromMonth === parts.toMonth
    ? t('dates', { ...parts, month: parts.toMonth })
    : t('datesAcross', parts);
}
