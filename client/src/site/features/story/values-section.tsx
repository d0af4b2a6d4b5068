import { useTranslation } from '@/shared/i18n';
import { ContourBand } from '@/shared/art/contour-band';

const values = ['preparation', 'perseverance', 'purpose'] as const;

/** Three values, each with a text. */
export function ValuesSection() {
  const { t } = useTranslation('story');
  return (
    <section
      aria-labelledby="values-title"
      className="altitude relative gutter pt-20 pb-24 md:pt-28 md:pb-32"
    >
      <h2 id="values-title" className="label font-bold text-accent">
        {t('values.title')}
      </h2>
      <ul className="mt-6">
        {values.map((value) => (
          <li
            key={value}
            className="grid grid-cols-[minmax(0,1fr)] items-baseline gap-x-16 gap-y-4 border-b border-line py-10 md:py-14 lg:grid-cols-[1.4fr_1fr]"
          >
            <h3 className="display text-[clamp(2.5rem,1rem+7.4vw,7.5rem)]">
              {t(`values.${value}.title`)}
            </h3>
            <p className="measure text-lead text-muted">{t(`values.${value}.text`)}</p>
          </li>
        ))}
      </ul>
      <ContourBand className="mt-16 -mb-8 text-edge" />
    </section>
  );
}
