import type { ReactNode } from 'react';
import { RidgeScene } from '@/shared/art/ridge-scene';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { directionOf } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { BackIcon } from '@/shared/ui/icons';
import { heroSizes } from '@/shared/ui/photo';
import { excerptOf, mountainOf, titleOf, type PostCard } from './post';
import { PostFacts } from './post-facts';

type Props = { post: PostCard; author: string | undefined; children?: ReactNode };

/** The hero of a post: title and excerpt over a mountain generated from its slug. */
export function PostHero({ post, author, children }: Props) {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  const title = titleOf(post, language);
  const excerpt = excerptOf(post, language);
  const drawing = (
    <RidgeScene
      mountain={mountainOf(post)}
      attempt={false}
      rightToLeft={directionOf(language) === 'rtl'}
      view="page"
      className="absolute inset-0 -z-10"
    />
  );
  return (
    <header
      className={`relative isolate flex min-h-[88svh] flex-col overflow-clip gutter ${post.picture ? 'gap-[18rem] sm:gap-[20rem] lg:gap-[13rem]' : 'gap-[13rem]'} pt-[calc(var(--header)+1.5rem)] pb-8 lg:pt-[calc(var(--header)+2rem)]`}
    >
      {post.picture === undefined || post.picture === null ? (
        drawing
      ) : (
        <LocalisedPhoto
          picture={post.picture}
          sizes={heroSizes}
          first
          className="photo-hero"
          fallback={drawing}
        />
      )}
      <div className="grow wrap-anywhere md:max-w-[62%]">
        <LocalLink
          to="/blog"
          className="-ms-1 inline-flex min-h-11 items-center gap-2 label font-bold text-accent hover:underline"
        >
          <BackIcon />
          {t('post.back')}
        </LocalLink>
        <h1
          lang={title.lang}
          dir={title.dir}
          className="display -ms-[0.03em] mt-4 wrap-anywhere text-[clamp(2.75rem,1.5rem+4.6vw,5.5rem)]"
        >
          {title.text}
        </h1>
        <p lang={excerpt.lang} dir={excerpt.dir} className="mt-6 max-w-[36rem] text-lead">
          {excerpt.text}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <PostFacts post={post} author={author} className="text-ink" />
        {children}
      </div>
    </header>
  );
}
