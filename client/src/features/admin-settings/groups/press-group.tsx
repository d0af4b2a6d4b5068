import * as z from 'zod/mini';
import { FormLanguages } from '../../../admin/form/form-languages';
import { NamePreview } from '../name-preview';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingWords } from './use-setting-words';

const keys = ['press.bio_short', 'press.bio_medium', 'press.bio_long'];

const read = z.object({
  press: z.object({
    bio_short: stored.texts,
    bio_medium: stored.texts,
    bio_long: stored.texts,
  }),
});

const write = ({ words }: Checks) =>
  z.object({ press: z.object({ bio_short: words, bio_medium: words, bio_long: words }) });

/** Her biography in three lengths. */
export function PressGroup({ rows }: { rows: Setting[] }) {
  const words = useSettingWords();
  return (
    <SettingGroup id="press" page="/media-kit" {...{ rows, keys, read, write }}>
      <FormLanguages
        name="press.bio_short"
        nested
        rows={3}
        {...words('bioShort', 'bioHint')}
        required
      />
      <NamePreview name="press.bio_short" rows={rows} />
      <FormLanguages
        name="press.bio_medium"
        nested
        rows={6}
        {...words('bioMedium', 'bioHint')}
        required
      />
      <FormLanguages
        name="press.bio_long"
        nested
        rows={12}
        {...words('bioLong', 'bioLongHint')}
        required
      />
    </SettingGroup>
  );
}
