import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';

type Props = { author: string; priceMad: number };

/** A description of the book, and its facts. */
export function AboutSection({ author, priceMad }: Props) {
  const { t } = useTranslation('book');
  return (
    <section
      aria-labelledby="about-title"
      className="grid grid-cols-1 gap-x-20 gap-y-12 contour-top gutter py-20 md:py-28 lg:grid-cols-[1.5fr_1fr]"
    >
      <div>
        <p className="label font-bold text-accent">{t('about.label')}</p>
        <h2 id="about-title" className="display mt-4 text-heading">
          {t('about.title')}
        </h2>
        <div className="measure mt-8 grid gap-5 text-lead">
          <p>{t('about.first')}</p>
          <p>{t('about.second')}</p>
        </div>
      </div>
      <Facts author={author} priceMad={priceMad} />
    </section>
  );
}

function Facts({ author, priceMad }: Props) {
  const { t } = useTranslation('book');
  const price = formatAmount(priceMad, useLanguage());
  const facts = [
    [t('about.author'), author],
    [t('about.editions'), t('about.editionsValue')],
    [t('about.price'), t('price', { count: priceMad, amount: price })],
    [t('about.delivery'), t('about.deliveryValue')],
    [t('about.payment'), t('order.cash')],
  ];
  return (
    <dl aria-label={t('about.facts')} className="self-end text-small">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-6 contour-top py-3.5 has-[dd:empty]:hidden"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="text-end font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
