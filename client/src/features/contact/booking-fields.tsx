import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalisedText } from '../../i18n/localised';
import { SelectField, TextField } from '../../ui/field';

/** A talk that can be asked for. */
export type Talk = { slug: string; title: LocalisedText };

type Props = { talks: Talk[]; chosen: string; onChoose: (slug: string) => void };

/** Which talk, when, for how many, with what budget: all of it may be left open. */
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
 * Keeps the field and the cards at one: a draft speaks first, once; afterwards a card that is chosen
 * is typed into the field, as a reader would, so that the draft hears of it.
 */
function useChosenTalk(chosen: string, onChoose: (slug: string) => void) {
  const select = useRef<HTMLSelectElement>(null);
  const isNew = useRef(true);
  useEffect(() => {
    const field = select.current;
    if (field === null || field.value === chosen) return;
    if (isNew.current) onChoose(field.value);
    else {
      field.value = chosen;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, [chosen, onChoose]);
  useEffect(() => {
    isNew.current = false;
  }, []);
  return select;
}
