/** The groups of the settings, in the order of the screen; their titles are in admin-settings:groups. */
export const names = [
  'brand',
  'book',
  'delivery',
  'shipping',
  'contact',
  'mail',
  'social',
  'videos',
  'retreat',
  'home',
  'expeditions',
  'press',
  'security',
  'other',
] as const;

export type GroupName = (typeof names)[number];
