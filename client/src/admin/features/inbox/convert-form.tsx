import type { FormEvent } from 'react';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/toast';
import { textIn, type Entry } from './inbox-entry';
import { organizationIn } from './inquiry-topic';
import { phoneIn } from './reply-links';
import { bookingOf } from './reply-text';
import { eventOf, useConvert } from './use-convert';

type Props = { entry: Entry; onClose: () => void; onDone: (talk: string) => void };

/** The form that converts a message to a speaking inquiry, prefilled from the message. */
export function ConvertForm({ entry, onClose, onDone }: Props) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  const convert = useConvert(entry.id);
  const submit = async (form: FormEvent<HTMLFormElement>) => {
    form.preventDefault();
    if (convert.isPending) return;
    const talk = await convert.mutateAsync(eventOf(new FormData(form.currentTarget)));
    notify('good', t('convert.done', { name: entry.name }), { ms: 6000 });
    onDone(talk.id);
  };
  return (
    <form
      aria-label={t('convert.open')}
      className="grid gap-4 border border-line bg-raised p-4"
      // The error is shown below; the fields keep their values.
      onSubmit={(form) => void submit(form).catch(() => undefined)}
    >
      <p className="text-small text-muted">{t('convert.lead')}</p>
      <EventFields entry={entry} />
      {convert.isError && <Notice tone="bad">{failureText(t, convert.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={convert.isPending} className="grow sm:grow-0">
          {t('convert.submit')}
        </Button>
        <Button look="line" onClick={onClose}>
          {t('convert.cancel')}
        </Button>
      </div>
    </form>
  );
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus();

function EventFields({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const { talk, date, audience } = bookingOf(entry);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        ref={takeFocus}
        label={t('fields.eventDate')}
        name="event_date"
        type="date"
        defaultValue={date}
      />
      <TextField
        label={t('fields.audience')}
        name="audience_size"
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000_000}
        step={1}
        defaultValue={audience}
      />
      <TextField
        label={t('fields.topic')}
        name="topic"
        dir="auto"
        maxLength={200}
        defaultValue={talk}
        className="sm:col-span-2"
      />
      <TextField
        label={t('fields.organization')}
        name="organization"
        dir="auto"
        maxLength={200}
        defaultValue={organizationIn(textIn(entry, 'subject'))}
      />
      <TextField
        label={t('fields.phone')}
        name="phone"
        type="tel"
        dir="ltr"
        maxLength={40}
        defaultValue={phoneIn(entry.message ?? '')}
      />
    </div>
  );
}
