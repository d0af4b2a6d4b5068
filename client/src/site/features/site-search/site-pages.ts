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
