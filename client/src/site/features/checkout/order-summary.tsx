import type { ReactNode } from 'react';
import { BookCover } from '@/shared/art/book-cover';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';

const cover = { slug: 'everest', heightM: 8848 };

type Props = {
  wordmark: string;
  name: Record<Language, string>;
  priceMad: number;
  /** A photograph of the cover. */
  photo?: ReactNode;
};

/** The summary of the order: one copy, free delivery. */
export function OrderSummary({ wordmark, name, priceMad, photo }: Props) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const total = t('price', { count: priceMad, amount: formatAmount(priceMad, language) });
  return (
    <section aria-labelledby="summary-title" className="lg:sticky lg:top-10 lg:order-1">
      <h2 id="summary-title" className="display text-title">
        {t('summary.title')}
      </h2>
      <div className="mt-8 max-w-44 max-lg:hidden">
        <BookCover
          label={t('summary.item')}
          title={wordmark}
          line={name[language]}
          mountain={cover}
          photo={photo}
          side={language === 'ar' ? 'ar' : 'fr'}
        />
      </div>
      <dl className="mt-6 grid lg:mt-12 grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 text-small">
        <dt className="text-muted">{t('summary.item')}</dt>
        <dd className="text-end">{total}</dd>
        <dt className="text-muted">{t('summary.quantity')}</dt>
        <dd className="text-end">1</dd>
        <dt className="text-muted">{t('summary.delivery')}</dt>
        <dd className="text-end">{t('summary.free')}</dd>
        <dt className="self-end pt-3 text-body">{t('summary.total')}</dt>
        <dd className="figure pt-3 text-end text-[2.5rem]">{total}</dd>
      </dl>
    </section>
  );
}
