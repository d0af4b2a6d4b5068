import { useLanguage, useTranslation } from '@/shared/i18n';
import { rangeOf, type DeliveryPlace } from './delivery';
import { isolated } from './order-text';

const steps = ['call', 'send', 'pay'] as const;

/** The steps of a delivery, and its time for each place. */
export function DeliverySteps({ delivery }: { delivery: DeliveryPlace[] }) {
  const { t } = useTranslation('book');
  return (
    <section aria-labelledby="delivery-title">
      <h2 id="delivery-title" className="display text-title">
        {t('delivery.title')}
      </h2>
      <ol className="mt-6 grid gap-5 border-s border-line">
        {steps.map((step, at) => (
          <li key={step} className="relative flex items-baseline gap-4 ps-6">
            <span
              aria-hidden="true"
              className="absolute -start-1 top-2.5 size-2 rotate-45 bg-accent"
            />
            <span aria-hidden="true" className="figure text-2xl text-accent">
              {at + 1}
            </span>
            <span className="max-w-[26rem]">{t(`delivery.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      {delivery.length > 0 && <Times delivery={delivery} />}
    </section>
  );
}

function Times({ delivery }: { delivery: DeliveryPlace[] }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  return (
    <>
      <h3 className="mt-10 text-small font-medium text-muted">{t('delivery.times')}</h3>
      <dl className="mt-2 text-small">
        {delivery.map(({ city, days }) => (
          <div
            key={city.en}
            className="flex flex-wrap justify-between gap-x-6 contour-top py-3 last:border-b last:border-line"
          >
            <dt>{city[language]}</dt>
            <dd className="text-end">
              {t('delivery.days', { count: days[1], range: isolated(rangeOf(days)) })}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
