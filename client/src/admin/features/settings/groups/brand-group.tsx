import * as z from 'zod/mini';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormText } from '@/admin/kit/form/form-text';
import { FormPicture } from '@/admin/kit/pictures/form-picture';
import { NamePreview } from '../name-preview';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({
  brand: z.object({ wordmark: stored.text, name: stored.texts, portrait: stored.texts }),
  story: z.object({ portrait: stored.text }),
});

const write = (check: Checks) =>
  z.object({
    brand: z.object({ wordmark: check.needed, name: check.optionalTexts, portrait: check.texts }),
    story: z.object({ portrait: check.picture }),
  });

/** Name of the site, and the portrait as a text and as a picture. */
export function BrandGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="brand" page="/story" {...{ rows, read, write }}>
      <FormText name="brand.wordmark" {...labels('wordmark', 'wordmarkHint')} dir="auto" required />
      <FormLanguages name="brand.name" nested {...labels('name', 'nameHint')} />
      <FormLanguages
        name="brand.portrait"
        nested
        rows={6}
        {...labels('portrait', 'portraitHint')}
        required
      />
      <NamePreview name="brand.portrait" />
      <FormPicture name="story.portrait" {...labels('portraitPicture', 'portraitPictureHint')} />
    </SettingGroup>
  );
}
