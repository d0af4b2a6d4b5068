/** The searchable pages, with their message keys below nav.pages. */
export const sitePages = [
  { to: '/', word: 'home' },
  { to: '/story', word: 'story' },
  { to: '/expeditions', word: 'expeditions' },
  { to: '/speaking', word: 'speaking' },
  { to: '/retreat', word: 'retreat' },
  { to: '/blog', word: 'blog' },
  { to: '/media', word: 'media' },
  { to: '/film', word: 'film' },
  { to: '/book', word: 'book' },
  { to: '/contact', word: 'contact' },
  { to: '/sponsor', word: 'sponsor' },
  { to: '/privacy', word: 'privacy' },
  { to: '/media-kit', word: 'mediaKit' },
  { to: '/speaker-sheet', word: 'speakerSheet' },
] as const;
