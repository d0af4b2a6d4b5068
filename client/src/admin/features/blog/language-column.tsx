import { useMemo } from 'react';
import type { Editor } from '@tiptap/core';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { Pill, type PillTone } from '@/shared/ui/pill';
import { countWords, plainText, readingMinutes } from '@/admin/kit/writing/plain-text';
import type { PostEditorStore } from './post-editor-store';
import { columnOf, translationOf, type Translation } from './post-values';
import { RichText } from '@/admin/kit/writing/rich-text';
import { SearchSnippet } from './search-snippet';
import { followTitle } from './slug';
import { useField } from './use-field';
import { useStore } from '@/shared/ui/store';

type Props = {
  store: PostEditorStore;
  language: Language;
  hidden: boolean;
  onReady: (language: Language, editor: Editor) => void;
  onFocus: (language: Language) => void;
};

/** The fields of one language. Hidden it stays mounted, with its undo history. */
export function LanguageColumn({ store, language, hidden, onReady, onFocus }: Props) {
  const { t } = useTranslation('admin-blog');
  const [content, writeContent] = useField(store, columnOf('content', language));
  const version = useStore(store.store, (state) => state.version);
  return (
    <section
      aria-label={languageNames[language]}
      hidden={hidden}
      className="min-w-0 wrap-anywhere [&:not([hidden])]:grid [&:not([hidden])]:content-start [&:not([hidden])]:gap-3"
    >
      <ColumnHead store={store} language={language} />
      <TitleArea store={store} language={language} />
      <ExcerptArea store={store} language={language} />
      <RichText
        id={contentId(language)}
        language={language}
        label={t('fields.content', { in: t(`in.${language}`) })}
        placeholder={language === 'en' ? t('hints.contentNeeded') : t('hints.content')}
        value={content}
        version={version}
        onChange={writeContent}
        onReady={(editor) => onReady(language, editor)}
        onFocus={() => onFocus(language)}
      />
      <Counts html={content} language={language} />
      <SearchSnippet store={store} language={language} />
    </section>
  );
}

/** The id of the text of a language, for aria-controls. */
export const contentId = (language: Language) => `content-${language}`;

const tones: Record<Translation, PillTone> = { done: 'done', begun: 'new', none: 'other' };

function ColumnHead({ store, language }: { store: PostEditorStore; language: Language }) {
  const { t } = useTranslation('admin-blog');
  const translation = useStore(store.store, ({ values }) => translationOf(values, language));
  return (
    <header className="flex min-h-8 flex-wrap items-center justify-between gap-2">
      <h2 lang={language} className="text-small font-medium">
        {languageNames[language]}
      </h2>
      <Pill tone={tones[translation]}>
        {translation === 'none' && language === 'en'
          ? t('translation.needed')
          : t(`translation.${translation}`)}
      </Pill>
    </header>
  );
}

const area =
  'block w-[calc(100%+1rem)] resize-none field-sizing-content rounded-block border border-transparent bg-transparent px-2 py-1.5 -mx-2 hover:border-line focus-visible:border-edge focus-visible:outline-offset-0 placeholder:text-faint';

type AreaProps = { store: PostEditorStore; language: Language };

function TitleArea({ store, language }: AreaProps) {
  const { t } = useTranslation('admin-blog');
  const [title] = useField(store, columnOf('title', language));
  const write = (typed: string) => {
    const text = typed.replaceAll('\n', ' ');
    const slug = language === 'en' ? { slug: followTitle(store.state().values, text) } : {};
    store.write({ [columnOf('title', language)]: text, ...slug });
  };
  return (
    <textarea
      id={`title-${language}`}
      name={columnOf('title', language)}
      rows={1}
      required={language === 'en'}
      maxLength={300}
      lang={language}
      dir={directionOf(language)}
      aria-label={t('fields.title', { in: t(`in.${language}`) })}
      placeholder={t('hints.title')}
      value={title}
      onChange={(event) => write(event.currentTarget.value)}
      className={`${area} text-title leading-snug font-medium`}
    />
  );
}

function ExcerptArea({ store, language }: AreaProps) {
  const { t } = useTranslation('admin-blog');
  const [excerpt, write] = useField(store, columnOf('excerpt', language));
  return (
    <textarea
      name={columnOf('excerpt', language)}
      rows={2}
      maxLength={2000}
      lang={language}
      dir={directionOf(language)}
      aria-label={t('fields.excerpt', { in: t(`in.${language}`) })}
      placeholder={t('hints.excerpt')}
      value={excerpt}
      onChange={(event) => write(event.currentTarget.value)}
      className={`${area} text-muted`}
    />
  );
}

function Counts({ html, language }: { html: string; language: Language }) {
  const { t } = useTranslation('admin-blog');
  const shown = useLanguage();
  const count = useMemo(() => countWords(plainText(html), language), [html, language]);
  const minutes = readingMinutes(count);
  return (
    <p className="flex gap-4 text-label text-muted tabular-nums">
      <span>{t('counts.words', { count, amount: formatNumber(count, shown) })}</span>
      <span>{t('counts.minutes', { count: minutes, amount: formatNumber(minutes, shown) })}</span>
    </p>
  );
}
