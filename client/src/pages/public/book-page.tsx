import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BookHero } from '../../features/book-order/book-hero';
import { BookOrderForm } from '../../features/book-order/book-order-form';
import { ReviewsSection } from '../../features/book-reviews/reviews-section';
import { useSettings } from '../../features/settings/use-settings';

/** The book: what it is, the slip that orders it, and what readers say. */
export function BookPage() {
  const { t } = useTranslation();
  const settings = useSettings();
  const [stock, countDown] = useStock(settings.stock);
  return (
    <>
      <title>{t('head.book')}</title>
      <meta name="description" content={t('head.description.book')} />
      <BookHero settings={{ ...settings, stock }} />
      <section id="order" className="gutter pt-4 pb-20 md:pb-28">
        <div className="mx-auto max-w-3xl">
          <BookOrderForm priceMad={settings.priceMad} onPlaced={countDown} />
        </div>
      </section>
      <ReviewsSection />
    </>
  );
}

/** The copies left: one fewer as soon as an order is placed, and the server's count once it is lower. */
function useStock(known: number): [stock: number, countDown: () => void] {
  const [ceiling, setCeiling] = useState(Number.POSITIVE_INFINITY);
  const stock = Math.max(0, Math.min(known, ceiling));
  return [stock, () => setCeiling(Math.max(0, stock - 1))];
}
