import { queryOptions } from '@tanstack/react-query';
import { sb } from './client';
import { unwrap } from './failures';
import type { Supabase } from './supabase';

const pictureColumns =
  'path, width, height, placeholder, focal_x, focal_y, alt_en, alt_fr, alt_ar, credit_en, credit_fr, credit_ar';

const expeditionColumns =
  `slug, name_en, name_fr, name_ar, year, height_m, continent, country, location, location_fr, location_ar, flag, route, route_fr, route_ar, duration_days, temperature, team_size, description_en, description_fr, description_ar, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt, hero_image_url, hero_image_alt_en, hero_image_alt_fr, hero_image_alt_ar, display_order, published, picture:pictures!expeditions_picture_id_fkey(${pictureColumns})` as const;

const inOrder = { ascending: true };
const newestFirst = { ascending: false };

// The server runs the same requests and writes the rows into the page (routes.ts lists them per page).
// So a request must not depend on the visit; `now` is the clock of the database.
const lists = {
  // The press texts are long, and only two pages need them.
  settings: async (client: Supabase) =>
    unwrap(
      await client
        .from('site_settings')
        .select('key, value')
        .not('key', 'like', 'press.%')
        .order('key'),
    ),
  press: async (client: Supabase) =>
    unwrap(
      await client.from('site_settings').select('key, value').like('key', 'press.%').order('key'),
    ),
  summits: async (client: Supabase) =>
    unwrap(
      await client
        .from('expeditions')
        .select(
          'slug, name_en, name_fr, name_ar, year, height_m, country, flag, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt',
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  expeditions: async (client: Supabase) =>
    unwrap(
      await client
        .from('expeditions')
        .select(expeditionColumns)
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  highlights: async (client: Supabase) =>
    unwrap(
      await client
        .from('media_highlights')
        .select(`*, picture:pictures!media_highlights_picture_id_fkey(${pictureColumns})`)
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  coverage: async (client: Supabase) =>
    unwrap(
      await client
        .from('media_coverage')
        .select(`*, picture:pictures!media_coverage_picture_id_fkey(${pictureColumns})`)
        .eq('published', true)
        .order('date', newestFirst),
    ),
  reviews: async (client: Supabase) =>
    unwrap(
      await client
        .from('book_reviews')
        .select('*')
        .eq('status', 'approved')
        .order('display_order', inOrder),
    ),
  topics: async (client: Supabase) =>
    unwrap(
      await client
        .from('speaking_topics')
        .select(
          'slug, title_en, title_fr, title_ar, description_en, description_fr, description_ar, outcomes_en, outcomes_fr, outcomes_ar, display_order, published',
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  awards: async (client: Supabase) =>
    unwrap(
      await client
        .from('awards')
        .select(
          `title_en, title_fr, title_ar, organization, year, category, description_en, description_fr, description_ar, featured, display_order, published, picture:pictures!awards_picture_id_fkey(${pictureColumns})`,
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  testimonials: async (client: Supabase) =>
    unwrap(
      await client
        .from('testimonials')
        .select(
          `author_name, author_role_en, author_role_fr, author_role_ar, organization, quote_en, quote_fr, quote_ar, display_order, published, picture:pictures!testimonials_picture_id_fkey(${pictureColumns})`,
        )
        .eq('published', true)
        .order('display_order', inOrder),
    ),
  posts: async (client: Supabase) =>
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

/** The queries of the public pages with a parameter: the slug of a page, or the id of a picture. */
const details = {
  /** With its text, but without view_count: the page would change with each view. One row or none. */
  post: async (client: Supabase, slug: string) =>
    unwrap(
      await client
        .from('blog_posts')
        .select(
          `id, slug, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, content_en, content_fr, content_ar, featured_image_url, reading_time, published_at, updated_at, picture:pictures!blog_posts_picture_id_fkey(${pictureColumns})`,
        )
        .eq('slug', slug)
        .eq('status', 'published')
        .lte('published_at', 'now')
        .limit(1),
    ),
  /** With all columns. One row or none. */
  expedition: async (client: Supabase, slug: string) =>
    unwrap(
      await client
        .from('expeditions')
        .select(expeditionColumns)
        .eq('slug', slug)
        .eq('published', true),
    ),
  /** The pictures of an expedition, in its order. */
  gallery: async (client: Supabase, slug: string) =>
    unwrap(
      await client
        .from('expedition_pictures')
        .select(
          `picture:pictures!expedition_pictures_picture_id_fkey!inner(${pictureColumns}), expeditions!inner(slug)`,
        )
        .eq('expeditions.slug', slug)
        .order('display_order', inOrder),
    ),
  /** That a setting names. One row or none. */
  picture: async (client: Supabase, id: string) =>
    unwrap(await client.from('pictures').select(pictureColumns).eq('id', id)),
};

/** The name of a query of the public pages. */
export type PublicData = keyof typeof lists;
/** The name of one with a parameter. */
export type PublicDetail = keyof typeof details;

/** The rows of each query. */
export type PublicRows = { [Name in PublicData]: Awaited<ReturnType<(typeof lists)[Name]>> };
type DetailRows = { [Name in PublicDetail]: Awaited<ReturnType<(typeof details)[Name]>> };

/** A picture of the library, as pages show it. */
export type Picture = DetailRows['picture'][number];

/** Runs a public query with a given client: the build records its request in this way. */
export const fetchPublic = <Name extends PublicData>(
  client: Supabase,
  name: Name,
): Promise<PublicRows[Name]> => {
  const fetchers: { [N in PublicData]: (client: Supabase) => Promise<PublicRows[N]> } = lists;
  return fetchers[name](client);
};

/** Like fetchPublic, for a query with a parameter. */
export const fetchDetail = <Name extends PublicDetail>(
  client: Supabase,
  name: Name,
  parameter: string,
): Promise<DetailRows[Name]> => {
  const fetchers: {
    [N in PublicDetail]: (client: Supabase, parameter: string) => Promise<DetailRows[N]>;
  } = details;
  return fetchers[name](client, parameter);
};

export const isDetail = (name: PublicData | PublicDetail): name is PublicDetail => name in details;

/** The options of useQuery for a public query. */
export const publicQuery = <Name extends PublicData>(name: Name) =>
  queryOptions({
    queryKey: [name],
    queryFn: async () => fetchPublic(await sb(), name),
  });

/** The options of useQuery for a public query with a parameter. */
export const detailQuery = <Name extends PublicDetail>(name: Name, parameter: string) =>
  queryOptions({
    queryKey: [name, parameter],
    queryFn: async () => fetchDetail(await sb(), name, parameter),
  });
