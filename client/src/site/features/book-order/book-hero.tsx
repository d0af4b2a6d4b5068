import type { ReactNode } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount, formatNumber } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';
import { buttonClass } from '@/shared/ui/button';
import { Stars } from '@/shared/ui/stars';
import { BookCoverToggle } from './book-cover-toggle';
import type { Edition } from './edition';
import type { Rating } from './rating';

type Texts = Record<Language, string>;

/** Settings of the site about the book. */
type BookFacts = {
  wordmark: string;
  name: Texts;
  priceMad: number;
  stock: number;
  rating: Rating;
  figures: { started: number; continents: number; peaks: number };
};

type Props = {
  settings: BookFacts;
  /** A photograph of the cover. */
  photo?: ReactNode;
  edition: Edition;
  onEdition: (edition: Edition) => void;
};

/** The hero of the book page: cover, price, rating and stock. */
export function BookHero({ settings, photo, edition, onEdition }: Props) {
  const { t } = useTranslation('book');
  return (
    <section id="book" className="overflow-x-clip gutter pt-[calc(var(--header)+2rem)] pb-16">
      <div className="grid grid-cols-1 items-center gap-x-16 lg:items-start gap-y-16 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <p className="label font-bold text-accent">{t('hero.label')}</p>
          <h1 className="display mt-4 -ms-[0.03em] text-heading">{t('hero.title')}</h1>
          <p className="measure mt-6 text-lead text-muted">{t('hero.lead')}</p>
          <Offer priceMad={settings.priceMad} />
          <StockLine stock={settings.stock} />
          <RatingLine rating={settings.rating} />
        </div>
        <BookCoverToggle
          wordmark={settings.wordmark}
          author={settings.name[useLanguage()]}
          photo={photo}
          edition={edition}
          onEdition={onEdition}
        />
      </div>
      <AuthorFigures figures={settings.figures} />
    </section>
  );
}

function Offer({ priceMad }: { priceMad: number }) {
  const { t } = useTranslation('book');
  const price = formatAmount(priceMad, useLanguage());
  return (
    <div className="mt-9 flex flex-wrap items-center gap-x-6 gap-y-5 sm:gap-x-8">
      <p className="figure text-[4rem]">{t('price', { count: priceMad, amount: price })}</p>
      <a href="#order" className={buttonClass('solid', 'min-h-14 px-8 text-body')}>
        {t('hero.order')}
      </a>
      <p className="text-small">
        <span className="block font-medium">{t('order.cash')}</span>
        <span className="block text-muted">{t('about.deliveryValue')}</span>
      </p>
    </div>
  );
}

function RatingLine({ rating }: { rating: Rating }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  if (rating.count === 0) return null;
  const average = formatNumber(rating.average, language, 1);
  const amount = formatNumber(rating.count, language);
  return (
    <div className="mt-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <Stars rating={rating.average} label={t('hero.ratingLabel', { average })} />
        <bdi dir="ltr" className="font-semibold">
          {t('hero.rating', { average })}
        </bdi>
        <a
          href="#reviews-title"
          className="py-2 underline decoration-line underline-offset-4 hover:decoration-accent"
        >
          {t('hero.ratingCount', { count: rating.count, amount })}
        </a>
      </p>
      {rating.note !== null && <p className="text-small text-muted">{rating.note[language]}</p>}
    </div>
  );
}

/** The stock. The line has a fixed height, so that a change shifts nothing. */
function StockLine({ stock }: { stock: number }) {
  const { t } = useTranslation('book');
  const amount = formatNumber(stock, useLanguage());
  return (
    <p
      role="status"
      className="mt-8 inline-flex items-center gap-3 border-s-4 border-accent bg-raised px-4 py-3 text-small font-medium"
    >
      {t('remaining', { count: stock, amount })}
    </p>
  );
}

// Ten full years between the first ascents and the book.
const years = '\u206610+\u2069'; // U+2066 isolates it, so that the plus stays behind the number in Arabic

/** Four figures about the author, with a footnote. */
function AuthorFigures({ figures }: { figures: BookFacts['figures'] }) {
  const { t } = useTranslation('book');
  const items = [
    { value: String(figures.peaks), label: t('stats.peaks') },
    { value: String(figures.continents), label: t('stats.continents') },
    { value: years, label: t('stats.years') },
    { value: t('stats.firstValue'), label: t('stats.first') },
  ];
  return (
    <>
      <dl
        aria-label={t('stats.label')}
        className="mt-10 grid grid-cols-2 gap-x-8 gap-y-6 contour-top pt-7 sm:grid-cols-4"
      >
        {items.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1.5">
            <dt className="text-small text-muted">{label}</dt>
            <dd className="figure text-[2.25rem]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-small text-muted">{t('stats.firstNote')}</p>
    </>
  );
}
