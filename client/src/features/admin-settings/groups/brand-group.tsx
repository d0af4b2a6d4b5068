import * as z from 'zod/mini';
import { FormLanguages } from '../../../admin/form/form-languages';
import { FormText } from '../../../admin/form/form-text';
import { NamePreview } from '../name-preview';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const keys = ['brand.wordmark', 'brand.name', 'brand.portrait'];

const read = z.object({
  brand: z.object({ wordmark: stored.text, name: stored.texts, portrait: stored.texts }),
});

const write = (check: Checks) =>
  z.object({
    brand: z.object({ wordmark: check.needed, name: check.name, portrait: check.texts }),
  });

/** Name of the site, and the portrait text. */
export function BrandGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="brand" page="/story" {...{ rows, keys, read, write }}>
      <FormText name="brand.wordmark" {...labels('wordmark', 'wordmarkHint')} dir="auto" required />
      <FormLanguages name="brand.name" nested {...labels('name', 'nameHint')} required />
      <FormLanguages
        name="brand.portrait"
        nested
        rows={6}
        {...labels('portrait', 'portraitHint')}
        required
      />
      <NamePreview name="brand.portrait" />
    </SettingGroup>
  );
}
