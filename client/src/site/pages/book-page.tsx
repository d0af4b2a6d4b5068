import { useState } from 'react';
import { useLocation } from 'react-router';
import { AboutSection } from '@/site/features/book-about/about-section';
import { CardNote, FaqSection } from '@/site/features/book-about/faq-section';
import { LookInside } from '@/site/features/book-about/look-inside';
import { BookHero } from '@/site/features/book-order/book-hero';
import { BookOrderForm } from '@/site/features/book-order/book-order-form';
import { DeliverySteps } from '@/site/features/book-order/delivery-steps';
import { useEdition } from '@/site/features/book-order/edition';
import { OrderBar } from '@/site/features/book-order/order-bar';
import { mergedRating } from '@/site/features/book-order/rating';
import { ratingsOf } from '@/site/features/book-reviews/review';
import { ReviewsSection } from '@/site/features/book-reviews/reviews-section';
import { useApprovedReviews } from '@/site/features/book-reviews/use-reviews';
import { useExpeditions } from '@/site/features/expeditions/use-expeditions';
import { CoverPhoto } from '@/site/features/settings/setting-photo';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/scene.css';

/** The page of the book: cover, order form, preview and reviews. */
export function BookPage() {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const settings = useSettings();
  const reviews = useApprovedReviews().data ?? [];
  const peaks = useExpeditions().filter((peak) => !peak.beyond_seven_summits);
  const [edition, chooseEdition] = useEdition();
  const [stock, countDown] = useStock(settings.stock);
  const rating = mergedRating(settings.rating, ratingsOf(reviews));
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <BookHero
        settings={{ ...settings, stock, rating }}
        photo={<CoverPhoto sizes="(min-width: 48rem) 22rem, 82vw" />}
        edition={edition}
        onEdition={chooseEdition}
      />
      <section
        id="order"
        className="grid grid-cols-1 items-start gap-x-20 gap-y-16 gutter pt-4 pb-20 md:pb-28 lg:grid-cols-[1.5fr_1fr]"
      >
        <BookOrderForm
          key={useReopenedOrder()}
          priceMad={settings.priceMad}
          maxPerOrder={settings.maxPerOrder}
          delivery={settings.delivery}
          whatsapp={settings.whatsapp}
          edition={edition}
          onEdition={chooseEdition}
          onPlaced={countDown}
        />
        <div className="grid grid-cols-1 gap-16">
          <DeliverySteps delivery={settings.delivery} />
          <FaqSection />
        </div>
      </section>
      <AboutSection author={settings.name[language]} priceMad={settings.priceMad} />
      <LookInside peaks={peaks} excerpt={settings.bookExcerpt} />
      <ReviewsSection rating={rating} before={settings.rating} />
      <CardNote />
      <OrderBar priceMad={settings.priceMad} opening="book" form="order" />
    </>
  );
}

/** The stock, with an optimistic update: one less after an order, or the server's value if that is lower. */
function useStock(known: number): [stock: number, countDown: () => void] {
  const [ceiling, setCeiling] = useState(Number.POSITIVE_INFINITY);
  const stock = Math.max(0, Math.min(known, ceiling));
  return [stock, () => setCeiling(Math.max(0, stock - 1))];
}

/** The id of a rejected order to correct, from the location state; a new id remounts the form. */
function useReopenedOrder(): string {
  const { state } = useLocation();
  const given: unknown = state;
  return typeof given === 'object' && given !== null && 'reopened' in given
    ? String(given.reopened)
    : '';
}
