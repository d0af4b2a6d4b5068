import { useTranslation } from '@/shared/i18n';

const benefits = ['visibility', 'speaking', 'social', 'logo', 'media'] as const;

/** The benefits of a sponsor. */
export function Benefits() {
  const { t } = useTranslation('sponsor');
  return (
    <section aria-labelledby="benefits-title">
      <h2 id="benefits-title" className="display text-heading">
        {t('benefits.title')}
      </h2>
      <p className="measure mt-4 text-muted">{t('benefits.text')}</p>
      <ol className="mt-10 border-s border-edge">
        {benefits.map((name) => (
          <li key={name} className="relative ps-8 pb-9 last:pb-1">
            {/* The marker on the line. */}
            <span
              aria-hidden="true"
              className="absolute -start-[0.4375rem] top-2 size-3.5 rotate-45 border border-accent bg-ground"
            />
            <h3 className="display text-title">{t(`benefits.${name}.title`)}</h3>
            <p className="measure mt-2 text-muted">{t(`benefits.${name}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
