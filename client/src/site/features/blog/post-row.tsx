import { useLanguage } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { excerptOf, titleOf, type PostCard } from '@/shared/article/post';
import { PostFacts } from '@/shared/article/post-facts';
import { PostPicture } from './post-picture';

/** A post in the list, with its picture at the end. The whole row is the link. */
export function PostRow({ post }: { post: PostCard }) {
  const language = useLanguage();
  const title = titleOf(post, language);
  const excerpt = excerptOf(post, language);
  return (
    <li className="border-t border-line first:border-t-0">
      <article className="group relative grid grid-cols-[1fr_6.5rem] items-end wrap-anywhere gap-x-6 py-8 sm:grid-cols-[1fr_11rem] md:gap-x-12 md:py-10 lg:grid-cols-[1fr_15rem]">
        <div className="contents sm:block">
          <PostFacts post={post} className="col-span-full text-muted" />
          <h3
            lang={title.lang}
            dir={title.dir}
            className="display mt-3 wrap-anywhere text-[clamp(1.75rem,1.3rem+1.9vw,3rem)] transition-colors group-hover:text-accent"
          >
            <LocalLink to={`/blog/${post.slug}`} className="stretched">
              {title.text}
            </LocalLink>
          </h3>
          <p
            lang={excerpt.lang}
            dir={excerpt.dir}
            className="measure mt-4 hidden text-muted sm:block"
          >
            {excerpt.text}
          </p>
        </div>
        <PostPicture
          post={post}
          sizes="(min-width: 64rem) 15rem, (min-width: 40rem) 11rem, 6.5rem"
          className="text-muted transition-colors duration-500 group-hover:text-accent"
        />
        <p
          lang={excerpt.lang}
          dir={excerpt.dir}
          className="col-span-full mt-4 text-muted sm:hidden"
        >
          {excerpt.text}
        </p>
      </article>
    </li>
  );
}
