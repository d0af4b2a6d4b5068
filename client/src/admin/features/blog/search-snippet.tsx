import { useTranslation } from '@/shared/i18n';
import { directionOf, type Language } from '@/shared/i18n/language';
import { plainText } from '@/admin/kit/writing/plain-text';
import { columnOf } from './post-values';
import type { PostEditorStore } from './post-editor-store';
import { useStore } from '@/shared/ui/store';

const shown = { title: 60, text: 160 }; // characters that search engines show

/** The post as a search engine would list it. */
export function SearchSnippet({ store, language }: { store: PostEditorStore; language: Language }) {
  const { t } = useTranslation('admin-blog');
  const values = useStore(store.store, (state) => state.values);
  const title = values[columnOf('title', language)];
  const excerpt = values[columnOf('excerpt', language)].trim();
  const text = excerpt === '' ? plainText(values[columnOf('content', language)]) : excerpt;
  return (
    <details className="border-t border-line pt-2">
      <summary className="flex min-h-11 items-center text-small text-muted lg:min-h-8">
        {t('snippet.title')}
      </summary>
      <div
        lang={language}
        dir={directionOf(language)}
        className="rounded-block border border-line bg-raised px-4 py-3 wrap-anywhere"
      >
        <p dir="ltr" className="truncate text-start text-label text-muted">
          {`${window.location.host} › blog › ${values.slug}`}
        </p>
        <p className="text-lead text-status-new">{cut(title, shown.title)}</p>
        <p className="text-small text-muted">{cut(text, shown.text)}</p>
      </div>
      <ul className="mt-1.5 text-small text-muted">
        {title.length > shown.title && (
          <li>
            {t('hints.letters', { count: title.length, most: shown.title })} {t('snippet.long')}
          </li>
        )}
        {excerpt === '' && <li>{t('snippet.empty')}</li>}
      </ul>
    </details>
  );
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')}…`;
