import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { BookContents, type StoryPeak } from './book-contents';
import { spreadOf } from './excerpt';

type Props = {
  peaks: StoryPeak[];
  /** A passage of the book; null if the owner has set none, then none is shown. */
  excerpt: Record<Language, string> | null;
};

/** A preview of the book: its table of contents, and the excerpt that the owner has set. */
export function LookInside({ peaks, excerpt }: Props) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  return (
    <section aria-labelledby="inside-title" className="gutter pb-20 md:pb-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <div>
          <p className="label font-bold text-accent">{t('inside.label')}</p>
          <h2 id="inside-title" className="display mt-3 text-heading">
            {t('inside.title')}
          </h2>
        </div>
        <p className="measure text-muted">{t('inside.text')}</p>
      </div>
      <BookContents peaks={peaks} />
      {excerpt !== null && (
        <BookSpread
          caption={t('inside.excerpt')}
          pages={spreadOf(excerpt[language]).map((page) => page.split(/\n\s*\n/))}
        />
      )}
    </section>
  );
}

type BookSpreadProps = {
  caption: string;
  /** The paragraphs of the pages. A page without text is left out. */
  pages: string[][];
};

/** An open book: two pages beside each other, on a phone one after the other. */
function BookSpread({ caption, pages }: BookSpreadProps) {
  const written = pages.filter((page) => page.join('').trim() !== '');
  return (
    <figure className="mt-16 md:mt-20">
      <figcaption className="label font-bold text-accent">{caption}</figcaption>
      <blockquote className="book-spread mt-5 bg-raised lg:grid lg:grid-cols-2">
        {written.map((page) => (
          <div key={page[0]} className="spread-page px-6 py-9 sm:px-12 sm:py-14 xl:px-16">
            {page.map((paragraph) => (
              <p key={paragraph} className="spread-text">
                {paragraph}
              </p>
            ))}
          </div>
        ))}
      </blockquote>
    </figure>
  );
}
