import { sb } from './client';
import { unwrap } from './failures';
import type { Row } from './rows';
import type { Supabase } from './supabase';

type Unselected = 'id' | 'created_at' | 'updated_at' | 'picture_id';

/** A picture of the library, as pages show it. */
export type Picture = Pick<
  Row<'pictures'>,
  | 'path'
  | 'width'
  | 'height'
  | 'placeholder'
  | 'focal_x'
  | 'focal_y'
  | 'alt_en'
  | 'alt_fr'
  | 'alt_ar'
  | 'credit_en'
  | 'credit_fr'
  | 'credit_ar'
>;

const pictureColumns =
  'path, width, height, placeholder, focal_x, focal_y, alt_en, alt_fr, alt_ar, credit_en, credit_fr, credit_ar';

/** A row with its picture; null if it has none, absent from rows that an older version has cached. */
type Pictured<T> = T & { picture?: Picture | null };

/** The columns of an expedition that a card or a slide shows. */
type SummitColumn =
  | 'slug'
  | 'name_en'
  | 'name_fr'
  | 'name_ar'
  | 'year'
  | 'height_m'
  | 'country'
  | 'flag'
  | 'badge_en'
  | 'badge_fr'
  | 'badge_ar'
  | 'beyond_seven_summits'
  | 'is_attempt';

type PostColumn =
  | 'id'
  | 'slug'
  | 'title_en'
  | 'title_fr'
  | 'title_ar'
  | 'excerpt_en'
  | 'excerpt_fr'
  | 'excerpt_ar'
  | 'featured_image_url'
  | 'reading_time'
  | 'published_at';

/** The rows of each query of the public pages, by its name. */
export type PublicRows = {
  settings: Pick<Row<'site_settings'>, 'key' | 'value'>[];
  /** The settings that begin with `press.`. */
  press: Pick<Row<'site_settings'>, 'key' | 'value'>[];
  summits: Pick<Row<'expeditions'>, SummitColumn>[];
  expeditions: Pictured<Omit<Row<'expeditions'>, Unselected>>[];
  highlights: Pictured<Row<'media_highlights'>>[];
  coverage: Pictured<Row<'media_coverage'>>[];
  reviews: Row<'book_reviews'>[];
  topics: Omit<Row<'speaking_topics'>, Unselected>[];
  awards: Pictured<Omit<Row<'awards'>, Unselected | 'sample'>>[];
  testimonials: Pictured<Omit<Row<'testimonials'>, Unselected | 'sample'>>[];
  posts: Pictured<Pick<Row<'blog_posts'>, PostColumn>>[];
};

export type PublicData = keyof PublicRows;

const expeditionColumns =
  `slug, name_en, name_fr, name_ar, year, height_m, continent, country, location, location_fr, location_ar, flag, route, route_fr, route_ar, duration_days, temperature, team_size, description_en, description_fr, description_ar, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt, hero_image_url, hero_image_alt_en, hero_image_alt_fr, hero_image_alt_ar, display_order, published, picture:pictures!expeditions_picture_id_fkey(${pictureColumns})` as const;

const inOrder = { ascending: true };
const newestFirst = { ascending: false };

// The server runs the same requests and writes the rows into the page (routes.ts lists them per page).
// So a request must not depend on the visit; `now` is the clock of the database.
const queries: { [Name in PublicData]: (client: Supabase) => Promise<PublicRows[Name]> } = {
  // The press texts are long, and only two pages need them.
  settings: async (client) =>
    unwrap(
      await client
        .from('site_settings')
        .select('key, value')
        .not('key', 'like', 'press.%')
        .order('key'),
    ),
  press: async (client) =>
    unwrap(
      await client.from('site_settings').select('key, value').like('key', 'press.%').order('key'),
    ),
  summits: async (client) =>
    unwrap(
      await client
        .from('expeditions')
        .select(
          'slug, name_en, name_fr, name_ar, year, height_m, country, flag, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt',
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  // The built-in rows are its answer; a page reads one of them (fetchExpedition).
  expeditions: async (client) =>
    unwrap(
      await client
        .from('expeditions')
        .select(expeditionColumns)
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  highlights: async (client) =>
    unwrap(
      await client
        .from('media_highlights')
        .select(`*, picture:pictures!media_highlights_picture_id_fkey(${pictureColumns})`)
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  coverage: async (client) =>
    unwrap(
      await client
        .from('media_coverage')
        .select(`*, picture:pictures!media_coverage_picture_id_fkey(${pictureColumns})`)
        .eq('published', true)
        .order('date', newestFirst),
    ),
  reviews: async (client) =>
    unwrap(
      await client
        .from('book_reviews')
        .select('*')
        .eq('status', 'approved')
        .order('display_order', inOrder),
    ),
  topics: async (client) =>
    unwrap(
      await client
        .from('speaking_topics')
        .select(
          'slug, title_en, title_fr, title_ar, description_en, description_fr, description_ar, outcomes_en, outcomes_fr, outcomes_ar, display_order, published',
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  awards: async (client) =>
    unwrap(
      await client
        .from('awards')
        .select(
          `title_en, title_fr, title_ar, organization, year, category, description_en, description_fr, description_ar, featured, display_order, published, picture:pictures!awards_picture_id_fkey(${pictureColumns})`,
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  testimonials: async (client) =>
    unwrap(
      await client
        .from('testimonials')
        .select(
          `author_name, author_role_en, author_role_fr, author_role_ar, organization, quote_en, quote_fr, quote_ar, display_order, published, picture:pictures!testimonials_picture_id_fkey(${pictureColumns})`,
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  posts: async (client) =>
    unwrap(
      await client
        .from('blog_posts')
        .select(
          `id, slug, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, featured_image_url, reading_time, published_at, picture:pictures!blog_posts_picture_id_fkey(${pictureColumns})`,
        )
        .eq('status', 'published')
        .lte('published_at', 'now')
        .order('published_at', newestFirst),
    ),
};

/** The options of useQuery. */
export type Query<Rows> = {
  queryKey: string[];
  queryFn: () => Promise<Rows>;
};

/** Runs a public query with a given client: the build records its request in this way. */
export const fetchPublic = <Name extends PublicData>(
  client: Supabase,
  name: Name,
): Promise<PublicRows[Name]> => queries[name](client);

/** The options of useQuery for a public query. */
export const publicQuery = <Name extends PublicData>(name: Name): Query<PublicRows[Name]> => ({
  queryKey: [name],
  queryFn: async () => fetchPublic(await sb(), name),
});

/** A published post with its text. */
export type FullPost = Pictured<
  Pick<Row<'blog_posts'>, PostColumn | 'content_en' | 'content_fr' | 'content_ar' | 'updated_at'>
>;

/** The options of useQuery for one published post: an array of one row or none. */
export const postQuery = (slug: string): Query<FullPost[]> => ({
  queryKey: ['post', slug],
  queryFn: async () => fetchPublicPost(await sb(), slug),
});

/** Like fetchPublic, for one post. */
export async function fetchPublicPost(client: Supabase, slug: string): Promise<FullPost[]> {
  const answer = await client
    .from('blog_posts')
    .select(
      // Without view_count: the page would change with each view.
      `id, slug, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, content_en, content_fr, content_ar, featured_image_url, reading_time, published_at, updated_at, picture:pictures!blog_posts_picture_id_fkey(${pictureColumns})`,
    )
    .eq('slug', slug)
    .eq('status', 'published')
    .lte('published_at', 'now')
    .limit(1);
  return unwrap(answer);
}

/** The options of useQuery for one published expedition with all columns: an array of one row or none. */
export const expeditionQuery = (slug: string): Query<PublicRows['expeditions']> => ({
  queryKey: ['expedition', slug],
  queryFn: async () => fetchExpedition(await sb(), slug),
});

/** Like fetchPublic, for one expedition. */
export async function fetchExpedition(
  client: Supabase,
  slug: string,
): Promise<PublicRows['expeditions']> {
  const answer = await client
    .from('expeditions')
    .select(expeditionColumns)
    .eq('slug', slug)
    .eq('published', true);
  return unwrap(answer);
}

/** The options of useQuery for the gallery of an expedition, in its order. */
export const galleryQuery = (slug: string): Query<{ picture: Picture }[]> => ({
  queryKey: ['gallery', slug],
  queryFn: async () => fetchGallery(await sb(), slug),
});

/** Like fetchPublic, for the gallery of one expedition. */
export async function fetchGallery(
  client: Supabase,
  slug: string,
): Promise<{ picture: Picture }[]> {
  const answer = await client
    .from('expedition_pictures')
    .select(
      `picture:pictures!expedition_pictures_picture_id_fkey!inner(${pictureColumns}), expeditions!inner(slug)`,
    )
    .eq('expeditions.slug', slug)
    .order('display_order', inOrder);
  return unwrap(answer);
}

/** The options of useQuery for the picture that a setting names: an array of one row or none. */
export const pictureQuery = (id: string): Query<Picture[]> => ({
  queryKey: ['picture', id],
  queryFn: async () => fetchPicture(await sb(), id),
});

/** Like fetchPublic, for one picture. */
export async function fetchPicture(client: Supabase, id: string): Promise<Picture[]> {
  return unwrap(await client.from('pictures').select(pictureColumns).eq('id', id));
}
