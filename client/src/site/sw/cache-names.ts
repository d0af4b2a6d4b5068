/** The names of the caches. A change of their format changes the number. */
export const cacheNames = {
  pages: 'pages-1',
  files: 'files-1',
  pictures: 'pictures-1',
  photos: 'photos-1',
  rows: 'rows-1',
} as const;
