import { useEffect, useMemo, useRef, useState } from 'react';
import { PostArticle } from '@/shared/article/post-article';
import { PostHero } from '@/shared/article/post-hero';
import type { PostValues } from '@/admin/features/blog/post-values';
import { useSettings } from '@/shared/settings/use-settings';
import { usePicture } from '@/admin/kit/pictures/use-pictures';
import { I18nextProvider, inLanguage, useLanguage, useTranslation } from '@/shared/i18n';
import { useNamespaces } from '@/shared/i18n/use-namespaces';
import { directionOf, languages, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { Button } from '@/shared/ui/button';
import { openModal } from '@/shared/ui/open-modal';
import { Spinner } from '@/shared/ui/spinner';
import '@/shared/styles/article.css';

type Props = { values: PostValues; onClose: () => void };

/** A preview of the post with the components of the public page, in each language. */
export function BlogPreview({ values, onClose }: Props) {
  const { t } = useTranslation('admin-blog');
  const [language, setLanguage] = useState(useLanguage());
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => openModal(dialog.current), []);
  return (
    <dialog
      ref={dialog}
      aria-label={t('preview.title')}
      onClose={onClose}
      className="prints-alone m-0 h-dvh max-h-none w-screen max-w-none grid-rows-[auto_minmax(0,1fr)] bg-ground p-0 text-ink open:grid"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-raised px-4 py-2 print:hidden">
        <p className="font-medium">{t('preview.title')}</p>
        <div role="group" aria-label={t('preview.language')} className="flex">
          {languages.map((each) => (
            <button
              key={each}
              type="button"
              lang={each}
              aria-pressed={each === language}
              onClick={() => setLanguage(each)}
              className="-ms-px min-h-11 border border-edge px-3 text-small first:ms-0 aria-pressed:bg-ink aria-pressed:text-ground lg:min-h-9"
            >
              {languageNames[each]}
            </button>
          ))}
        </div>
        <Button look="line" className="lg:min-h-9" onClick={() => dialog.current?.close()}>
          {t('preview.close')}
        </Button>
      </header>
      <div
        className="as-reader overflow-y-auto print:overflow-visible"
        lang={language}
        dir={directionOf(language)}
      >
        <LocalizedPreview values={values} language={language} />
      </div>
    </dialog>
  );
}

function LocalizedPreview({ values, language }: { values: PostValues; language: Language }) {
  const { t } = useTranslation('admin-blog');
  const isLoaded = useNamespaces(language, ['site', 'blog']);
  const translated = useMemo(() => inLanguage(language), [language]);
  if (!isLoaded) return <Spinner label={t('editor.loading')} className="min-h-64 gutter" />;
  return (
    <I18nextProvider i18n={translated}>
      <PostPreview values={values} />
    </I18nextProvider>
  );
}

// Links are disabled in the preview.
function PostPreview({ values }: { values: PostValues }) {
  const language = useLanguage();
  const settings = useSettings();
  const [opened] = useState(() => new Date().toISOString());
  const { data: picture = null } = usePicture(values.picture_id);
  const post = {
    ...values,
    picture,
    id: '',
    slug: values.slug === '' ? 'new' : values.slug,
    featured_image_url: values.featured_image_url || null,
    published_at: values.published_at ?? opened,
  };
  return (
    <article
      onClickCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('a') !== null) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      <PostHero post={post} author={settings.name[language] || undefined} />
      <PostArticle post={post} />
    </article>
  );
}
