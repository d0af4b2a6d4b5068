import * as z from 'zod/mini';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormDate } from '@/admin/kit/form/form-text';
import { SettingGroup } from '../setting-group';
import { otherwise, stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const noTexts = { en: '', fr: '', ar: '' };

const read = z.object({
  retreat: otherwise(
    z.object({ start: stored.text, end: stored.text, city: stored.texts, theme: stored.texts }),
    { start: '', end: '', city: noTexts, theme: noTexts },
  ),
});

const write = (check: Checks) =>
  z.object({
    retreat: z
      .object({ start: check.day, end: check.day, city: check.name, theme: check.name })
      .check(
        z.refine(({ start, end }) => start <= end, {
          path: ['end'],
          message: check.messageFor('order'),
        }),
      ),
  });

/** Dates, place and theme of the retreat. */
export function RetreatGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="retreat" page="/retreat" {...{ rows, read, write }}>
      <div className="grid gap-4 @md:grid-cols-2">
        <FormDate name="retreat.start" {...labels('start')} required />
        <FormDate name="retreat.end" {...labels('end', 'datesHint')} required />
      </div>
      <FormLanguages name="retreat.city" nested {...labels('town')} required />
      <FormLanguages name="retreat.theme" nested {...labels('theme')} required />
    </SettingGroup>
  );
}
