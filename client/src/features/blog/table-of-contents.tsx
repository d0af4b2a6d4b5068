import { useTranslation } from 'react-i18next';
import type { Part } from './article';
import { useCurrentPart } from './use-current-part';

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
