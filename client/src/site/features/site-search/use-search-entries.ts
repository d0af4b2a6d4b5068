import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localised } from '@/shared/i18n/localised';
import type { SearchEntry } from './search';

/** All searchable pages, mountains and posts. Posts are fetched once a search begins. */
export function useSearchEntries(peaks: PublicRows['summits'], searching: boolean): SearchEntry[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const posts = useQuery({ ...publicQuery('posts'), enabled: searching }).data ?? [];
  return [
    ...sitePages.map(({ to, key }) => ({
      to,
      label: t(`nav.pages.${key}`),
      kind: 'page' as const,
    })),
    ...peaks.map((peak) => {
      const { text, lang } = localised(peak, 'name', language);
      return { to: `/achievement/${peak.slug}`, label: text, lang, kind: 'peak' as const };
    }),
    ...posts.map((post) => {
      const { text, lang } = localised(post, 'title', language);
      return { to: `/blog/${post.slug}`, label: text, lang, kind: 'post' as const };
    }),
  ];
}

/** The searchable pages, with their message keys below nav.pages. */
export const sitePages = [
  { to: '/', key: 'home' },
  { to: '/story', key: 'story' },
  { to: '/expeditions', key: 'expeditions' },
  { to: '/speaking', key: 'speaking' },
  { to: '/retreat', key: 'retreat' },
  { to: '/blog', key: 'blog' },
  { to: '/media', key: 'media' },
  { to: '/film', key: 'film' },
  { to: '/book', key: 'book' },
  { to: '/contact', key: 'contact' },
  { to: '/sponsor', key: 'sponsor' },
  { to: '/privacy', key: 'privacy' },
  { to: '/media-kit', key: 'mediaKit' },
  { to: '/speaker-sheet', key: 'speakerSheet' },
] as const;
