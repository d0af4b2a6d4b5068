import * as z from 'zod/mini';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({ expeditions: z.object({ note: stored.texts }) });
const write = (check: Checks) => z.object({ expeditions: z.object({ note: check.optionalTexts }) });

/** The note beside the facts of an expedition. */
export function ExpeditionsGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="expeditions" page="/achievement/everest" {...{ rows, read, write }}>
      <FormLanguages
        name="expeditions.note"
        nested
        rows={4}
        {...labels('expeditionsNote', 'expeditionsNoteHint', 'maybe')}
      />
    </SettingGroup>
  );
}
