import { drawnMountains, toubkal, type DrawnMountain } from '@/shared/art/mountains';
import type { Picture } from '@/shared/api/public-data';
import type { Row } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { localised, type LocalisedText } from '@/shared/i18n/localised';
import { hasEveryWord } from '@/shared/i18n/fold';

type Columns = Row<'blog_posts'>;

/** A post in the list: without its text. */
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
> & { picture?: Picture | null };

/** A post with its text. */
export type Post = PostCard & Pick<Columns, 'id' | 'content_en' | 'content_fr' | 'content_ar'>;

const highest = 8848; // metres, for the longest reading time
const longest = 10; // minutes

/**
 * The mountain of a post: the one that its English title names; else one of its own, whose shape the slug
 * determines and whose height the reading time. The preview images do the same (site/documents/post_preview.go).
 */
export function mountainOf(post: PostCard): { slug: string; heightM: number } {
  const { slug, heightM } = mountainNamed(post.title_en) ?? {
    slug: post.slug,
    heightM: Math.round(highest * Math.sqrt(Math.min(1, post.reading_time / longest))),
  };
  return { slug, heightM };
}

// A mountain is named by the words of its slug; Annapurna without its number.
function mountainNamed(title: string): DrawnMountain | undefined {
  const words = ` ${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;
  return [...drawnMountains, toubkal]
    .map((mountain) => {
      const name = mountain.slug.replace(/-i$/, '').replaceAll('-', ' ');
      return { mountain, at: words.indexOf(` ${name} `) };
    })
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0]?.mountain;
}

export const titleOf = (post: PostCard, language: Language): LocalisedText =>
  localised(post, 'title', language);

export const excerptOf = (post: PostCard, language: Language): LocalisedText =>
  localised(post, 'excerpt', language);

/** The posts of one year, newest first. */
export type YearGroup = { year: string; posts: PostCard[] };

/** Groups posts by year and keeps their order. */
export function groupByYear(posts: PostCard[]): YearGroup[] {
  const groups = new Map<string, PostCard[]>();
  for (const post of posts) {
    const year = (post.published_at ?? '').slice(0, 4);
    groups.set(year, [...(groups.get(year) ?? []), post]);
  }
  return [...groups].map(([year, all]) => ({ year, posts: all }));
}

// Alif with wasla (U+0671) counts as alif.
const searchText = (text: string) => text.replaceAll('\u0671', '\u0627');

/** Posts whose title or excerpt has every word of the query, in the current language. */
export function findPosts(posts: PostCard[], query: string, language: Language): PostCard[] {
  return posts.filter((post) => {
    const text = `${titleOf(post, language).text} ${excerptOf(post, language).text}`;
    return hasEveryWord(searchText(text), searchText(query));
  });
}

/** The neighbours of a post, and posts with common words. */
export type Neighbours = {
  newer: PostCard | undefined;
  older: PostCard | undefined;
  related: PostCard[];
};

const relatedShown = 2;

/** Finds the neighbours of a post among all posts, newest first, and at most two related posts. */
export function neighboursOf(posts: PostCard[], slug: string): Neighbours {
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

// English texts are required, so they are compared. Short words are ignored.
const wordsOf = (post: PostCard): Set<string> =>
  new Set(
    searchText(`${post.title_en} ${post.excerpt_en ?? ''}`)
      .split(/[^a-z]+/)
      .filter((word) => word.length > 4),
  );
