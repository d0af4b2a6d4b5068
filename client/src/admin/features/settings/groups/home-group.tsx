import * as z from 'zod/mini';
import { FormSelect } from '@/admin/kit/form/form-choice';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormNumber } from '@/admin/kit/form/form-number';
import { ListItems } from '../list-items';
import { SettingGroup } from '../setting-group';
import { otherwise, stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useTranslation } from '@/shared/i18n';
import { useSettingLabels } from './use-setting-labels';

const outcomes = ['summit', 'attempt', 'completed'] as const;
const years = [1900, 2100] as const;
const noTexts = { en: '', fr: '', ar: '' };
const blank = { name: noTexts, height_m: null, year: null, outcome: 'summit', slug: null };

const milestone = z.object({
  name: stored.texts,
  height_m: stored.number,
  year: stored.number,
  outcome: otherwise(z.string(), 'summit'),
  // Not editable: the linked expedition page.
  slug: otherwise(z.nullable(z.string()), null),
});

const read = z.object({
  hero: otherwise(z.object({ strip: z.array(milestone) }), { strip: [] }),
  figures: otherwise(
    z.object({
      started: stored.number,
      highest_m: stored.number,
      continents: stored.number,
      peaks: stored.number,
    }),
    { started: null, highest_m: null, continents: null, peaks: null },
  ),
});

const write = (check: Checks) =>
  z.object({
    hero: z.object({
      strip: z.array(
        z.object({
          name: check.name,
          height_m: check.maybeWhole(1, 9000),
          year: check.whole(...years),
          outcome: z.string(),
          slug: z.nullable(z.string()),
        }),
      ),
    }),
    figures: z.object({
      started: check.whole(...years),
      highest_m: check.whole(1, 9000),
      continents: check.whole(0, 7),
      peaks: check.whole(0, 1000),
    }),
  });

/** The strip below the hero image, and the figures. */
export function HomeGroup({ rows }: { rows: Setting[] }) {
  const { t } = useTranslation('admin-settings');
  return (
    <SettingGroup id="home" page="/" {...{ rows, read, write }}>
      <Figures />
      <ListItems
        name="hero.strip"
        label={t('fields.strip')}
        nameOf={(at) => t('fields.milestone', { at })}
        blank={blank}
      >
        {(at) => <MilestoneFields at={at} />}
      </ListItems>
    </SettingGroup>
  );
}

function Figures() {
  const { t } = useTranslation('admin-settings');
  const labels = useSettingLabels();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium">{t('fields.figures')}</legend>
      <p className="mb-3 text-small text-muted">{t('fields.figuresHint')}</p>
      <div className="grid items-end gap-4 @sm:grid-cols-2 @2xl:grid-cols-4">
        <FormNumber name="figures.started" {...labels('started')} required />
        <FormNumber name="figures.highest_m" {...labels('highest')} required />
        <FormNumber name="figures.continents" {...labels('continents')} required />
        <FormNumber name="figures.peaks" {...labels('peaks')} required />
      </div>
    </fieldset>
  );
}

function MilestoneFields({ at }: { at: string }) {
  const { t } = useTranslation('admin-settings');
  const labels = useSettingLabels();
  return (
    <>
      <FormLanguages name={`${at}.name`} nested {...labels('milestoneName')} required />
      <div className="grid gap-3 @sm:grid-cols-3">
        <FormNumber name={`${at}.year`} {...labels('year')} required />
        <FormNumber name={`${at}.height_m`} {...labels('height', 'heightHint')} />
        <FormSelect
          name={`${at}.outcome`}
          {...labels('outcome')}
          options={outcomes.map((value) => ({ value, label: t(`fields.outcomes.${value}`) }))}
        />
      </div>
    </>
  );
}
