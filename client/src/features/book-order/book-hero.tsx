import { useTranslation } from 'react-i18next';
import { BookCover } from '../../art/book-cover';
import { useLanguage } from '../../i18n';
import { formatAmount, formatNumber } from '../../i18n/format';
import type { Language } from '../../i18n/language';
import { buttonClass } from '../../ui/button';
import { Stars } from '../../ui/stars';
import { AuthorFigures } from './author-figures';

type Texts = Record<Language, string>;

/** What the page knows of the book from the site's settings. */
export type BookFacts = {
  wordmark: string;
  priceMad: number;
  stock: number;
  rating: { average: number; count: number; note: Texts | null };
  figures: { started: number; continents: number; peaks: number };
};

const cover = { slug: 'everest', heightM: 8848 };

/** The cover, the price, how it is rated and how many copies are left. */
export function BookHero({ settings }: { settings: BookFacts }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = formatAmount(settings.priceMad, language);
  return (
    <section className="grid items-center gap-x-20 gap-y-14 gutter pt-32 pb-16 lg:grid-cols-[1.25fr_1fr] lg:pt-40">
      <div>
        <p className="label font-bold text-accent">{t('book.label')}</p>
        <h1 className="display mt-4 text-heading">{t('book.title')}</h1>
        <p className="measure mt-6 text-lead text-muted">{t('book.lead')}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4">
          <p className="figure text-[3.25rem]">
            {t('book.price', { count: settings.priceMad, amount: price })}
          </p>
          <a href="#order" className={buttonClass('solid', 'min-h-13')}>
            {t('book.order')}
          </a>
          <p className="text-small text-muted">{t('order.cash')}</p>
        </div>
        <Rating rating={settings.rating} />
        <Remaining stock={settings.stock} />
        <AuthorFigures figures={settings.figures} />
      </div>
      <BookCover
        label={t('book.cover')}
        title={settings.wordmark}
        claim={t('brand.claim')}
        mountain={cover}
      />
    </section>
  );
}

function Rating({ rating }: { rating: BookFacts['rating'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (rating.count === 0) return null;
  const average = formatNumber(rating.average, language, 1);
  const amount = formatNumber(rating.count, language);
  return (
    <div className="mt-7">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <Stars rating={rating.average} label={t('book.ratingLabel', { average })} />
        <bdi dir="ltr" className="font-semibold">
          {t('book.rating', { average })}
        </bdi>
        <span className="text-muted">{t('book.ratingCount', { count: rating.count, amount })}</span>
      </p>
      {rating.note !== null && (
        <p className="mt-1 text-label text-muted normal-case">{rating.note[language]}</p>
      )}
    </div>
  );
}

function Remaining({ stock }: { stock: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const amount = formatNumber(stock, language);
  return (
    <p
      role="status"
      className="mt-7 inline-flex items-center gap-3 border-s-4 border-accent bg-raised px-4 py-3 text-small font-medium"
    >
      {t('book.remaining', { count: stock, amount })}
    </p>
  );
}
