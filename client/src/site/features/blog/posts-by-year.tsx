import { PostRow } from './post-row';
import { groupByYear, type PostCard } from '@/shared/article/post';

/** Posts grouped by year. The year is sticky. */
export function PostsByYear({ posts }: { posts: PostCard[] }) {
  return groupByYear(posts).map(({ year, posts: all }) => (
    <section
      key={year}
      aria-labelledby={`year-${year}`}
      className="grid gap-x-12 contour-top gutter lg:grid-cols-[13rem_1fr]"
    >
      <h2
        id={`year-${year}`}
        className="figure self-start pt-9 text-[clamp(2.5rem,6vw,5rem)] text-faint lg:sticky lg:top-(--header)"
      >
        {year}
      </h2>
      <ol className="grid">
        {all.map((post) => (
          <PostRow key={post.slug} post={post} />
        ))}
      </ol>
    </section>
  ));
}
