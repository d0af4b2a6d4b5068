import type { Setting } from './setting-values';

// The keys with a form, and that of the dashboard's checklist; a test checks that the list is complete.
const known = new Set([
  'brand.wordmark',
  'brand.name',
  'brand.portrait',
  'story.portrait',
  'book.price_mad',
  'book.price_alternative_mad',
  'book.stock',
  'book.max_per_order',
  'book.reservation_days',
  'book.rating_baseline',
  'book.excerpt',
  'book.cover',
  'book.delivery',
  'shipping.name',
  'shipping.address',
  'shipping.phone',
  'contact.email',
  'contact.phone',
  'contact.whatsapp',
  'contact.location',
  'mail.owner_orders',
  'mail.owner_inquiries',
  'mail.owner_language',
  'newsletter.sync',
  'admin.second_factor_required',
  'social.instagram',
  'social.youtube',
  'social.linkedin',
  'video.home_film',
  'video.full_film',
  'retreat',
  'hero.strip',
  'figures',
  'expeditions.note',
  'press.bio_short',
  'press.bio_medium',
  'press.bio_long',
  'setup.checklist',
]);

/** The settings without a form, added by developers. */
export const rowsWithoutForm = (rows: Setting[]): Setting[] =>
  rows.filter(({ key }) => !known.has(key));
