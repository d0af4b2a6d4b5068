import { useMemo } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localised } from '@/shared/i18n/localised';
import { Notice } from '@/shared/ui/notice';
import { articleOf } from './article';
import type { Post } from './post';
import { TableOfContents } from './table-of-contents';

/** Hides an image that cannot be loaded, with its caption. */
function hide(image: EventTarget): void {
  if (image instanceof HTMLImageElement) (image.closest('figure') ?? image).hidden = true;
}

// An image of the server's HTML may have failed before hydration.
function hideBroken(article: HTMLElement | null): void {
  for (const image of article?.querySelectorAll('img') ?? []) {
    if (image.complete && image.currentSrc !== '' && image.naturalWidth === 0) hide(image);
  }
}

const minParts = 2; // headings; fewer need no table of contents

/** The text of a post, with a table of contents and a reading progress bar. */
export function PostArticle({ post }: { post: Post }) {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  const content = localised(post, 'content', language);
  const { html, parts } = useMemo(() => articleOf(content.text), [content.text]);
  return (
    <div className="reading relative wrap-anywhere gutter pt-12 pb-20 md:pt-20 md:pb-28">
      <div aria-hidden="true" className="reading-progress" />
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] xl:gap-x-28">
        {parts.length >= minParts && (
          <div className="lg:sticky lg:top-10 lg:self-start">
            <TableOfContents parts={parts} lang={content.lang} dir={content.dir} />
          </div>
        )}
        <div className="lg:col-start-2">
          {content.lang !== language && (
            <Notice tone="plain" className="measure mb-10">
              {t('post.untranslated')}
            </Notice>
          )}
          <div
            lang={content.lang}
            dir={content.dir}
            className="article"
            ref={hideBroken}
            onErrorCapture={({ target }) => hide(target)}
            // Sanitized by articleOf, and by the server on write and on read.
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
      </div>
    </div>
  );
}
