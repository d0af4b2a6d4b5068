// The light on the last metres of a mountain, by day and by night; each pair is AA on its ground.
const lights: Record<string, string> = {
  'annapurna-i': 'light-dark(#a8325f, #ff9dbb)',
  'ama-dablam': 'light-dark(#0f6b6b, #63d6d0)',
  lhotse: 'light-dark(#6a3fa0, #c3a4ff)',
  manaslu: 'light-dark(#4c6b1f, #b4d978)',
  'broad-peak': 'light-dark(#3d5a78, #a9c6e3)',
  k2: 'light-dark(#1b5f96, #86cdff)',
};

/** The colour of a summit; the dawn of Everest for those that have none of their own. */
export const peakLight = (slug: string): string => lights[slug] ?? 'var(--color-accent)';
