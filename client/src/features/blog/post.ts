import type { Row } from '../../api/rows';
import type { Language } from '../../i18n/language';
import { localised, type LocalisedText } from '../../i18n/localised';
import { fold } from '../../ui/fold';

type Columns = Row<'blog_posts'>;

/** A post as the index knows it: without its text. */
export type PostCard = Pick<
  Columns,
  | 'slug'
  | 'title_en'
  | 'title_fr'
  | 'title_ar'
  | 'excerpt_en'
  | 'excerpt_fr'
  | 'excerpt_ar'
  | 'featured_image_url'
  | 'reading_time'
  | 'published_at'
>;

/** A post with its text, as its own page shows it. */
export type Post = PostCard &
  Pick<Columns, 'id' | 'content_en' | 'content_fr' | 'content_ar' | 'view_count'>;

const highest = 8848; // m, for a text of
const longest = 10; // minutes or more

/** The mountain that stands for a post: its slug is the shape, and the longer it is to read the higher. */
export const mountainOf = ({ slug, reading_time: minutes }: PostCard) => ({
  slug,
  heightM: Math.round(highest * Math.sqrt(Math.min(1, minutes / longest))),
});

export const titleOf = (post: PostCard, language: Language): LocalisedText =>
  localised(post, 'title', language);

export const excerptOf = (post: PostCard, language: Language): LocalisedText =>
  localised(post, 'excerpt', language);

/** The posts of one year, newest first, as the index groups them. */
export type Season = { year: string; posts: PostCard[] };

/** Groups posts by their year; their order stays. */
export function seasonsOf(posts: PostCard[]): Season[] {
  const seasons = new Map<string, PostCard[]>();
  for (const post of posts) {
    const year = (post.published_at ?? '').slice(0, 4);
    seasons.set(year, [...(seasons.get(year) ?? []), post]);
  }
  return [...seasons].map(([year, all]) => ({ year, posts: all }));
}

// Alif with wasla, which the writers of Arabic titles may type, is an alif too.
const searchText = (text: string) => fold(text).replaceAll('\u0671', '\u0627');

/** Posts whose title or excerpt has every word of the query, in the language that is shown. */
export function findPosts(posts: PostCard[], query: string, language: Language): PostCard[] {
  const words = searchText(query).split(/\s+/).filter(Boolean);
  return posts.filter((post) => {
    const text = searchText(`${titleOf(post, language).text} ${excerptOf(post, language).text}`);
    return words.every((word) => text.includes(word));
  });
}

/** What stands around a post: the one after it, the one before it, and those that it shares words with. */
export type Surroundings = {
  newer: PostCard | undefined;
  older: PostCard | undefined;
  related: PostCard[];
};

const relatedShown = 2;

/** Finds a post's neighbours among all posts, newest first, and at most two related ones beside them. */
export function surroundingsOf(posts: PostCard[], slug: string): Surroundings {
  const at = posts.findIndex((post) => post.slug === slug);
  const own = posts[at];
  if (own === undefined) return { newer: undefined, older: undefined, related: [] };
  const newer = posts[at - 1];
  const older = posts[at + 1];
  const words = wordsOf(own);
  const related = posts
    .filter((post) => ![own, newer, older].includes(post))
    .map((post) => ({ post, shared: [...wordsOf(post)].filter((word) => words.has(word)).length }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, relatedShown)
    .map(({ post }) => post);
  return { newer, older, related };
}

// English is required, so likeness is measured in it; short words carry no subject.
const wordsOf = (post: PostCard): Set<string> =>
  new Set(
    searchText(`${post.title_en} ${post.excerpt_en ?? ''}`)
      .split(/[^a-z]+/)
      .filter((word) => word.length > 4),
  );
