/** The data from which steps are ticked. */
type Facts = {
  /** The keys of the settings that have a value. */
  given: readonly string[];
  /** The steps that the owner has checked. */
  checked: readonly string[];
  /** The number of sample rows. */
  samples: number;
  /** The address of the page. */
  address: { protocol: string; hostname: string };
};

export const stepNames = [
  'name',
  'portrait',
  'contact',
  'whatsapp',
  'price',
  'film',
  'samples',
  'mail',
  'domain',
] as const;
export type StepName = (typeof stepNames)[number];

/** The screen of each step; undefined where the step is not done in the back-office. */
export const stepScreens: Partial<Record<StepName, `/admin/${string}`>> = {
  name: '/admin/settings/brand',
  portrait: '/admin/settings/brand',
  contact: '/admin/settings/contact',
  whatsapp: '/admin/settings/contact',
  price: '/admin/settings/book',
  film: '/admin/settings/videos',
  mail: '/admin/settings/mail',
};

/** The settings of which one ticks a step. */
export const stepSettings: Partial<Record<StepName, readonly string[]>> = {
  name: ['brand.name'],
  portrait: ['story.portrait'],
  contact: ['contact.email'],
  whatsapp: ['contact.whatsapp'],
  film: ['video.home_film', 'video.full_film'],
};

/** The steps whose start values may be right as they are, or that no table knows: the owner ticks them. */
export const isChecked = (step: StepName): boolean =>
  step === 'price' || step === 'film' || step === 'mail' || step === 'domain';

/** The steps that are done. */
export function stepsDone({ given, checked, samples, address }: Facts): Set<StepName> {
  const isDone = (step: StepName): boolean => {
    if (isChecked(step) && checked.includes(step)) return true;
    if (step === 'samples') return samples === 0;
    if (step === 'domain') return address.protocol === 'https:' && isPublicName(address.hostname);
    return stepSettings[step]?.some((key) => given.includes(key)) === true;
  };
  return new Set(stepNames.filter(isDone));
}

/** Whether a host is a name on the internet: no address, and not of this machine or network. */
const isPublicName = (host: string): boolean =>
  /^[^.:[\]]+(\.[^.:[\]]+)*\.[a-z][a-z0-9-]+$/i.test(host) &&
  !/\.(local|localhost|test)$/i.test(host);
