import type { Plugin } from 'vite';

const siteMessages = /src\/i18n\/\w+\/site\.json$/;

/** The groups of site.json that the back-office does not show (tests/first-load.test.ts). */
export const publicGroups = [
  'sides',
  'strip',
  'summits',
  'beyond',
  'highlights',
  'lightbox',
  'bookCall',
  'sponsorCall',
  'footer',
  'offline',
  'pageFailed',
  'outbox',
  'file',
];

/** Leaves messages that only the public site shows out of the back-office's build: 1.2 kB gzip of every screen. */
export const siteMessagesOfAdmin = (): Plugin => ({
  name: 'toubkal-site-messages-of-admin',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!siteMessages.test(id)) return null;
    const groups = Object.entries(JSON.parse(code));
    const kept = groups.filter(([group]) => !publicGroups.includes(group));
    return { code: JSON.stringify(Object.fromEntries(kept)), map: null };
  },
});
