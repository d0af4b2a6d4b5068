import * as z from 'zod/mini';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormNumber } from '@/admin/kit/form/form-number';
import { ListItems } from '../list-items';
import { SettingGroup } from '../setting-group';
import { otherwise, stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useTranslation } from '@/shared/i18n';
import { useSettingLabels } from './use-setting-labels';

const blank = { city: { en: '', fr: '', ar: '' }, days: [null, null] };
const maxDays = 60; // working days

const read = z.object({
  book: otherwise(
    z.object({
      delivery: z.array(
        z.object({
          city: stored.texts,
          days: otherwise(z.tuple([stored.number, stored.number]), [null, null]),
        }),
      ),
    }),
    { delivery: [] },
  ),
});

const write = (check: Checks) => {
  const days = check.whole(0, maxDays);
  const span = z.tuple([days, days]).check(
    z.refine(([from, to]) => (from ?? 0) <= (to ?? maxDays), {
      path: [1],
      message: check.messageFor('days'),
    }),
  );
  return z.object({
    book: z.object({ delivery: z.array(z.object({ city: check.name, days: span })) }),
  });
};

/** Delivery times by place; the last one is the default. */
export function DeliveryGroup({ rows }: { rows: Setting[] }) {
  const { t } = useTranslation('admin-settings');
  const labels = useSettingLabels();
  return (
    <SettingGroup id="delivery" page="/book#order" {...{ rows, read, write }}>
      <ListItems
        name="book.delivery"
        label={t('groups.delivery.title')}
        nameOf={(at) => t('fields.place', { at })}
        blank={blank}
      >
        {(at) => (
          <>
            <FormLanguages name={`${at}.city`} nested {...labels('city')} required />
            <div className="grid max-w-md grid-cols-2 gap-3">
              <FormNumber name={`${at}.days.0`} {...labels('from')} required />
              <FormNumber name={`${at}.days.1`} {...labels('to')} required />
            </div>
          </>
        )}
      </ListItems>
    </SettingGroup>
  );
}
