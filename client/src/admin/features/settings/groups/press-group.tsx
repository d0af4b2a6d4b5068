import * as z from 'zod/mini';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { NamePreview } from '../name-preview';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({
  press: z.object({
    bio_short: stored.texts,
    bio_medium: stored.texts,
    bio_long: stored.texts,
  }),
});

const write = ({ texts }: Checks) =>
  z.object({ press: z.object({ bio_short: texts, bio_medium: texts, bio_long: texts }) });

/** Her biography in three lengths. */
export function PressGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="press" page="/media-kit" {...{ rows, read, write }}>
      <FormLanguages
        name="press.bio_short"
        nested
        rows={3}
        {...labels('bioShort', 'bioHint')}
        required
      />
      <NamePreview name="press.bio_short" rows={rows} />
      <FormLanguages
        name="press.bio_medium"
        nested
        rows={6}
        {...labels('bioMedium', 'bioHint')}
        required
      />
      <FormLanguages
        name="press.bio_long"
        nested
        rows={12}
        {...labels('bioLong', 'bioLongHint')}
        required
      />
    </SettingGroup>
  );
}
