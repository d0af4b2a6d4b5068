import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { BookCover } from '@/shared/art/book-cover';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';

const cover = { slug: 'everest', heightM: 8848 };

/** The call to action for the book on the home page. */
export function BookCall({ wordmark, cover: photo }: { wordmark: string; cover?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="book-call-title"
      className="grid grid-cols-1 items-center gap-x-20 overflow-x-clip gap-y-14 contour-top gutter py-20 md:grid-cols-[1fr_1.25fr] md:py-28 xl:grid-cols-[36rem_1fr] xl:gap-x-28"
    >
      <BookCover
        label={t('book.cover')}
        title={wordmark}
        line={t('brand.claim')}
        mountain={cover}
        photo={photo}
      />
      <div>
        <p className="label font-bold text-accent">{t('bookCall.label')}</p>
        <h2 id="book-call-title" className="display mt-4 text-heading">
          {t('bookCall.title')}
        </h2>
        <p className="measure mt-6 text-lead text-muted">{t('bookCall.text')}</p>
        <LocalLink to="/book" className={buttonClass('solid', 'mt-8 min-h-13')}>
          {t('bookCall.action')}
          <OnwardIcon />
        </LocalLink>
      </div>
    </section>
  );
}
