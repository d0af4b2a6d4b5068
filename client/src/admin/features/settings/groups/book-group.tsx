import * as z from 'zod/mini';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormNumber } from '@/admin/kit/form/form-number';
import { FormPicture } from '@/admin/kit/pictures/form-picture';
import { SettingGroup } from '../setting-group';
import { otherwise, stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const rating = { average: null, count: null, note: { en: '', fr: '', ar: '' } };

const read = z.object({
  book: z.object({
    price_mad: stored.number,
    price_alternative_mad: stored.number,
    stock: stored.number,
    max_per_order: stored.number,
    reservation_days: stored.number,
    rating_baseline: otherwise(
      z.object({ average: stored.number, count: stored.number, note: stored.texts }),
      rating,
    ),
    excerpt: stored.texts,
    cover: stored.text,
  }),
});

const write = (check: Checks) =>
  z.object({
    book: z.object({
      price_mad: check.decimal(1, 100_000),
      price_alternative_mad: check.decimal(1, 100_000),
      stock: check.whole(0, 1_000_000),
      max_per_order: check.whole(1, 1000),
      reservation_days: check.whole(1, 365),
      rating_baseline: z.object({
        average: check.decimal(0, 5),
        count: check.whole(0, 1_000_000),
        note: check.optionalTexts,
      }),
      excerpt: check.optionalTexts,
      cover: check.picture,
    }),
  });

/** Price, stock, rating, excerpt and cover of the book. */
export function BookGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="book" page="/book" {...{ rows, read, write }}>
      <div className="grid gap-4 @xl:grid-cols-2">
        <FormNumber name="book.price_mad" decimals {...labels('price', 'priceHint')} required />
        <FormNumber name="book.stock" {...labels('stock', 'stockHint')} required />
        <FormNumber
          name="book.max_per_order"
          {...labels('maxPerOrder', 'maxPerOrderHint')}
          required
        />
        <FormNumber
          name="book.reservation_days"
          {...labels('reservationDays', 'reservationDaysHint')}
          required
        />
        <FormNumber
          name="book.rating_baseline.average"
          decimals
          {...labels('average', 'averageHint')}
          required
        />
        <FormNumber name="book.rating_baseline.count" {...labels('count', 'countHint')} required />
      </div>
      <FormLanguages
        name="book.rating_baseline.note"
        nested
        rows={2}
        {...labels('note', 'noteHint', 'maybe')}
      />
      <FormLanguages
        name="book.excerpt"
        nested
        rows={8}
        {...labels('excerpt', 'excerptHint', 'maybe')}
      />
      <FormPicture name="book.cover" {...labels('cover', 'coverHint')} />
      <FormNumber
        name="book.price_alternative_mad"
        decimals
        className="max-w-xs"
        {...labels('alternative', 'alternativeHint')}
        required
      />
    </SettingGroup>
  );
}
