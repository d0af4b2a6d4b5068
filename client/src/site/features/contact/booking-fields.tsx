import { useEffect, useRef } from 'react';
import { useTranslation } from '@/shared/i18n';
import type { LocalisedText } from '@/shared/i18n/localised';
import { SelectField, TextField } from '@/shared/ui/field';

/** A talk that can be booked. */
export type Talk = { slug: string; title: LocalisedText };

type Props = { talks: Talk[]; chosen: string; onChoose: (slug: string) => void };

/** Optional fields of a booking: talk, date, audience size and budget. */
export function BookingFields({ talks, chosen, onChoose }: Props) {
  const { t } = useTranslation('contact');
  const select = useChosenTalk(chosen, onChoose);
  return (
    <div className="grid grid-cols-1 gap-5 @md:grid-cols-2">
      <SelectField
        ref={select}
        label={t('booking.talk')}
        name="talk"
        className="@md:col-span-2"
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{t('booking.undecided')}</option>
        {talks.map(({ slug, title }) => (
          <option key={slug} value={slug} lang={title.lang} dir={title.dir}>
            {title.text}
          </option>
        ))}
      </SelectField>
      <TextField label={t('booking.date')} name="date" type="date" />
      <TextField
        label={t('booking.audience')}
        name="audience"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        label={t('booking.budget')}
        hint={t('booking.budgetHint')}
        name="budget"
        autoComplete="off"
        className="@md:col-span-2"
      />
    </div>
  );
}

/**
 * Synchronizes the field with the chosen card. On mount the value of a restored draft wins. Later a
 * chosen card sets the field and dispatches an input event, so that the draft is saved.
 */
function useChosenTalk(chosen: string, onChoose: (slug: string) => void) {
  const select = useRef<HTMLSelectElement>(null);
  const isMounting = useRef(true);
  useEffect(() => {
    const field = select.current;
    if (field === null || field.value === chosen) return;
    if (isMounting.current) onChoose(field.value);
    else {
      field.value = chosen;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, [chosen, onChoose]);
  useEffect(() => {
    isMounting.current = false;
  }, []);
  return select;
}
