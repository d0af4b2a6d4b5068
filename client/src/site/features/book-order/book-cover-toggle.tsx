import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { BookCover } from '@/shared/art/book-cover';
import { editions, type Edition } from './edition';

const cover = { slug: 'everest', heightM: 8848 };

type Props = {
  wordmark: string;
  /** Name of the author. */
  author: string;
  /** A photograph of the cover. */
  photo?: ReactNode;
  edition: Edition;
  onEdition: (edition: Edition) => void;
};

/** The cover, and two buttons that turn it and select the edition in the form. */
export function BookCoverToggle({ wordmark, author, photo, edition, onEdition }: Props) {
  const { t } = useTranslation('book');
  return (
    <div className="mx-auto grid w-full grid-cols-1 max-w-96 gap-16">
      <div className="px-4">
        <BookCover
          label={t('hero.cover')}
          title={wordmark}
          line={author}
          mountain={cover}
          photo={photo}
          side={edition}
        />
      </div>
      <div
        role="group"
        aria-label={t('hero.sides')}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))]"
      >
        {editions.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === edition}
            onClick={() => onEdition(each)}
            className="min-h-11 border border-edge px-2 py-2 text-small aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
          >
            {t(`hero.side.${each}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
