import { useTranslation } from '@/shared/i18n';
import type words from '@/shared/i18n/en/admin-content.json';
import type { Field } from './content';

type HintKey = keyof (typeof words)['hints'];
const hinted: Record<HintKey, true> = {
  slug: true,
  flag: true,
  duration_days: true,
  beyond_seven_summits: true,
  picture_id: true,
  image_url: true,
  hero_image_url: true,
  image_alt: true,
  hero_image_alt: true,
  link_url: true,
};

const hasHint = (name: string): name is HintKey => name in hinted;

/** The props of a form field: name, label, hint and required mark. */
export function useFieldLabels({ name, markRequired = false }: Field) {
  const { t } = useTranslation('admin-content');
  return {
    name,
    label: t(`fields.${name}`),
    required: markRequired,
    ...(hasHint(name) && { hint: t(`hints.${name}`) }),
  };
}
