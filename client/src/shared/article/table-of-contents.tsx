import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from '@/shared/i18n';
import type { Part } from './article';

type Props = { parts: Part[]; lang: string; dir: 'ltr' | 'rtl' };

/** The table of contents of an article; the current section is marked. */
export function TableOfContents({ parts, lang, dir }: Props) {
  const { t } = useTranslation('blog');
  const current = useCurrentPart(parts);
  return (
    <nav aria-label={t('post.contents')}>
      <p className="label text-muted">{t('post.contents')}</p>
      <ol lang={lang} dir={dir} className="mt-3 border-s border-line">
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="-ms-px flex min-h-11 items-center border-s-2 border-transparent py-2 ps-5 text-small text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const readingLine = 0.35; // of the viewport height: a section is current once its heading is above this line

function onMove(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}

/** The id of the current section of an article, by scroll position. */
function useCurrentPart(parts: Part[]): string | undefined {
  const find = useCallback(() => {
    const line = window.innerHeight * readingLine;
    return parts.findLast(({ id }) => topOf(id) <= line)?.id;
  }, [parts]);
  return useSyncExternalStore(onMove, find, () => undefined);
}

const topOf = (id: string): number =>
  document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
