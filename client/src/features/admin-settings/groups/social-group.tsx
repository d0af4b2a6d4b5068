import * as z from 'zod/mini';
import { FormUrl } from '../../../admin/form/form-text';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingWords } from './use-setting-words';

const keys = ['social.instagram', 'social.youtube', 'social.linkedin'];

const read = z.object({
  social: z.object({ instagram: stored.text, youtube: stored.text, linkedin: stored.text }),
});

const write = ({ link }: Checks) =>
  z.object({ social: z.object({ instagram: link, youtube: link, linkedin: link }) });

/** Her pages elsewhere. */
export function SocialGroup({ rows }: { rows: Setting[] }) {
  const words = useSettingWords();
  return (
    <SettingGroup id="social" page="/contact" {...{ rows, keys, read, write }}>
      <FormUrl name="social.instagram" {...words('instagram', 'instagramHint', 'maybe')} />
      <FormUrl name="social.youtube" {...words('youtube', 'linkHint', 'maybe')} />
      <FormUrl name="social.linkedin" {...words('linkedin', 'linkHint', 'maybe')} />
    </SettingGroup>
  );
}
