import type { Setting } from './setting-values';

/**
 * The groups of the settings with their keys, in the order of the screen; their titles are in
 * admin-settings:groups. A test checks that every setting of a fresh site is listed.
 */
export const settingGroups = {
  brand: ['brand.wordmark', 'brand.name', 'brand.portrait', 'story.portrait'],
  book: [
    'book.price_mad',
    'book.price_alternative_mad',
    'book.stock',
    'book.max_per_order',
    'book.reservation_days',
    'book.rating_baseline',
    'book.excerpt',
    'book.cover',
  ],
  delivery: ['book.delivery'],
  shipping: ['shipping.name', 'shipping.address', 'shipping.phone'],
  contact: [
    'contact.email',
    'contact.phone',
    'contact.whatsapp',
    'contact.location',
    'newsletter.sync',
  ],
  mail: ['mail.owner_orders', 'mail.owner_inquiries', 'mail.owner_language'],
  social: ['social.instagram', 'social.youtube', 'social.linkedin'],
  videos: ['video.home_film', 'video.full_film'],
  retreat: ['retreat'],
  home: ['hero.strip', 'figures'],
  expeditions: ['expeditions.note'],
  press: ['press.bio_short', 'press.bio_medium', 'press.bio_long'],
  security: ['admin.second_factor_required'],
  /** Settings without a form, added by developers. */
  other: [],
} as const satisfies Record<string, readonly string[]>;

export type GroupName = keyof typeof settingGroups;

const isGroup = (name: string): name is GroupName => Object.hasOwn(settingGroups, name);

export const groupNames: readonly GroupName[] = Object.keys(settingGroups).filter(isGroup);

// The checklist is on the dashboard.
const known = new Set<string>([...Object.values(settingGroups).flat(), 'setup.checklist']);

/** The settings of the group `other`. */
export const rowsWithoutForm = (rows: Setting[]): Setting[] =>
  rows.filter(({ key }) => !known.has(key));
