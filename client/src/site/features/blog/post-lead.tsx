import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { OnwardIcon } from '@/shared/ui/icons';
import { excerptOf, titleOf, type PostCard } from '@/shared/article/post';
import { PostFacts } from '@/shared/article/post-facts';
import { PostPicture } from './post-picture';

/** The latest post, over the whole width. */
export function PostLead({ post }: { post: PostCard }) {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  const title = titleOf(post, language);
  const excerpt = excerptOf(post, language);
  return (
    <article
      aria-labelledby="latest-post"
      className="group relative grid items-end wrap-anywhere gap-x-16 gap-y-6 gutter pt-16 pb-20 md:pb-28 md:grid-cols-[1.25fr_1fr]"
    >
      <PostPicture
        post={post}
        sizes="(min-width: 48rem) 44vw, 28rem"
        first
        className="-mt-[14%] max-w-md text-ink transition-colors duration-500 group-hover:text-accent md:order-2 md:mt-0 md:max-w-none"
      />
      <div>
        <p className="label font-bold text-accent">{t('latest')}</p>
        <h2
          id="latest-post"
          lang={title.lang}
          dir={title.dir}
          className="display mt-4 wrap-anywhere text-[clamp(2.5rem,1.4rem+4.2vw,5rem)]"
        >
          <LocalLink to={`/blog/${post.slug}`} className="stretched">
            {title.text}
          </LocalLink>
        </h2>
        <p lang={excerpt.lang} dir={excerpt.dir} className="measure mt-6 text-lead">
          {excerpt.text}
        </p>
        <div className="mt-6 flex items-center gap-5 text-accent">
          <PostFacts post={post} />
          <span className="transition-transform duration-300 group-hover:translate-x-2 rtl:group-hover:-translate-x-2">
            <OnwardIcon />
          </span>
        </div>
      </div>
    </article>
  );
}
