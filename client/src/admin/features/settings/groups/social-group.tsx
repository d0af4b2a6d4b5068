import * as z from 'zod/mini';
import { FormUrl } from '@/admin/kit/form/form-text';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({
  social: z.object({ instagram: stored.text, youtube: stored.text, linkedin: stored.text }),
});

const write = ({ link }: Checks) =>
  z.object({ social: z.object({ instagram: link, youtube: link, linkedin: link }) });

/** The social media links. */
export function SocialGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="social" page="/contact" {...{ rows, read, write }}>
      <FormUrl name="social.instagram" {...labels('instagram', 'instagramHint', 'maybe')} />
      <FormUrl name="social.youtube" {...labels('youtube', 'linkHint', 'maybe')} />
      <FormUrl name="social.linkedin" {...labels('linkedin', 'linkHint', 'maybe')} />
    </SettingGroup>
  );
}
