import { useMemo, useState } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { SelectField, TextField } from '@/shared/ui/field';
import {
  fromMoroccoField,
  inMoroccoLong,
  publicState,
  toMoroccoField,
} from '@/admin/kit/morocco-time';
import { PictureFields } from './picture-fields';
import { countWords, plainText, readingMinutes } from '@/admin/kit/writing/plain-text';
import type { PostEditorStore } from './post-editor-store';
import { isStatus, postStatuses } from './post-values';
import { SlugField } from './slug-field';
import { useField } from './use-field';
import { useStore } from '@/shared/ui/store';

/** The settings of a post: status, date, slug, reading time and image. */
export function PublishingPanel({ store, hidden }: { store: PostEditorStore; hidden: boolean }) {
  const { t } = useTranslation('admin-blog');
  return (
    <section
      aria-label={t('editor.settings')}
      hidden={hidden}
      className="min-w-0 lg:[&_input]:min-h-9 lg:[&_input]:py-1 lg:[&_select]:min-h-9 lg:[&_select]:py-1 [&:not([hidden])]:grid [&:not([hidden])]:content-start [&:not([hidden])]:gap-4"
    >
      <h2 className="flex min-h-8 items-center text-small font-medium">{t('editor.settings')}</h2>
      <StatusField store={store} />
      <DateField store={store} />
      <SlugField store={store} />
      <ReadingField store={store} />
      <PictureFields store={store} />
    </section>
  );
}

function StatusField({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const [status, write] = useField(store, 'status');
  return (
    <SelectField
      label={t('fields.status')}
      value={status}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (isStatus(chosen)) write(chosen);
      }}
    >
      {postStatuses.map((each) => (
        <option key={each} value={each}>
          {t(`status.${each}`)}
        </option>
      ))}
    </SelectField>
  );
}

// While a date is incomplete, the field keeps its text and the post keeps its date.
function DateField({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const language = useLanguage();
  const [date, write] = useField(store, 'published_at');
  const isAhead = publicState({ status: 'published', published_at: date }) === 'scheduled';
  const isScheduled = useStore(store.store, ({ record }) => record.post?.status === 'published');
  const time = date === null ? '' : inMoroccoLong(date, language);
  const hint = isAhead
    ? t(isScheduled ? 'status.scheduledForWords' : 'status.willBeScheduled', { time })
    : t('status.moroccoTime', { time });
  return (
    <div className="grid gap-1.5">
      <TextField
        label={t('fields.date')}
        hint={date === null ? t('hints.date') : hint}
        name="published_at"
        type="datetime-local"
        value={toMoroccoField(date)}
        onChange={(event) => write(fromMoroccoField(event.currentTarget.value))}
      />
      {date !== null && (
        <Button look="line" className="justify-self-start lg:min-h-9" onClick={() => write(null)}>
          {t('hints.dateClear')}
        </Button>
      )}
    </div>
  );
}

const maxMinutes = 600;

function ReadingField({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const language = useLanguage();
  const [minutes, write] = useField(store, 'reading_time');
  const [typed, setTyped] = useState<string>(); // an empty field is no number
  const content = useStore(store.store, ({ values }) => values.content_en);
  const suggested = useMemo(() => readingMinutes(countWords(plainText(content), 'en')), [content]);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1.5">
      <TextField
        label={t('fields.reading')}
        hint={t('hints.readingSuggested', { amount: formatNumber(suggested, language) })}
        name="reading_time"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxMinutes}
        className="grow"
        value={typed ?? minutes}
        onBlur={() => setTyped(undefined)}
        onChange={(event) => {
          const number = Number.parseInt(event.currentTarget.value, 10);
          setTyped(event.currentTarget.value);
          if (number >= 1 && number <= maxMinutes) write(number);
        }}
      />
      {suggested !== minutes && content !== '' && (
        <Button look="line" className="lg:min-h-9" onClick={() => write(suggested)}>
          {t('hints.readingUse')}
        </Button>
      )}
    </div>
  );
}
