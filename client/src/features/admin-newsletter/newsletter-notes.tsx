import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '@/admin/rows/use-error-toast';
import { plainText } from '@/admin/writing/plain-text';
import { directionOf, languages } from '@/i18n/language';
import { languageNames } from '@/i18n/language-names';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import type { NewsletterField } from './newsletter';
import type { NewsletterDraft, NewsletterStore } from './newsletter-store';
import { useDraftState } from './use-draft-state';
import { useNewNewsletter } from './use-newsletters';

type Props = { store: NewsletterStore; onOpen: (id: string) => void };

/** Notices of the editor: no draft any more, conflict, restored texts, merged changes. */
export function NewsletterNotes({ store, onOpen }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const { gone, conflict, restored, merged } = useDraftState(store, (state) => state);
  if (gone) return <GoneNote store={store} onOpen={onOpen} />;
  if (conflict !== undefined) return <ConflictNote store={store} conflict={conflict} />;
  return (
    <>
      {restored && (
        <Notice
          tone="plain"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
        >
          <p>{t('notes.restored')}</p>
          <Button look="quiet" onClick={() => store.discard()}>
            {t('notes.discard')}
          </Button>
        </Notice>
      )}
      {merged && <Notice tone="plain">{t('notes.merged')}</Notice>}
    </>
  );
}

function GoneNote({ store, onOpen }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const create = useNewNewsletter();
  const showError = useErrorToast();
  const copy = () =>
    create.mutate(store.state().texts, {
      onSuccess: (id) => {
        store.discard();
        onOpen(id);
      },
      onError: (error) => showError(t('notCreated'), error),
    });
  return (
    <Notice tone="bad" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p>{t('notes.gone')}</p>
      <Button look="quiet" aria-busy={create.isPending} onClick={copy}>
        {t('notes.copy')}
      </Button>
    </Notice>
  );
}

type Conflict = NonNullable<NewsletterDraft['conflict']>;

/** Each field that both sides changed, with a choice. */
function ConflictNote({ store, conflict }: { store: NewsletterStore; conflict: Conflict }) {
  const { t } = useTranslation('admin-newsletter');
  const texts = useDraftState(store, (state) => state.texts);
  const [ours, setOurs] = useState<NewsletterField[]>(conflict.fields);
  return (
    <Notice tone="bad">
      <form
        aria-label={t('clash.title')}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          store.resolve(ours);
        }}
      >
        <p>{t('clash.lead')}</p>
        {conflict.fields.map((field) => (
          <fieldset key={field} className="grid gap-1 border-t border-line pt-2">
            <legend className="font-medium">
              <FieldName field={field} />
            </legend>
            <Choice
              field={field}
              label={t('clash.mine')}
              text={texts[field]}
              checked={ours.includes(field)}
              onChoose={() => setOurs((now) => [...now, field])}
            />
            <Choice
              field={field}
              label={t('clash.theirs')}
              text={conflict.theirs[field]}
              checked={!ours.includes(field)}
              onChoose={() => setOurs((now) => now.filter((each) => each !== field))}
            />
          </fieldset>
        ))}
        <Button type="submit" className="justify-self-start">
          {t('clash.save')}
        </Button>
      </form>
    </Notice>
  );
}

const languageOf = (field: NewsletterField) =>
  languages.find((language) => field.endsWith(language)) ?? 'en';

function FieldName({ field }: { field: NewsletterField }) {
  const { t } = useTranslation('admin-newsletter');
  const language = languageNames[languageOf(field)];
  return field.startsWith('subject_')
    ? t('fields.subject', { language })
    : t('fields.body', { language });
}

type ChoiceProps = {
  field: NewsletterField;
  label: string;
  text: string;
  checked: boolean;
  onChoose: () => void;
};

function Choice({ field, label, text, checked, onChoose }: ChoiceProps) {
  const language = languageOf(field);
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 py-2">
      <input
        type="radio"
        name={field}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 accent-accent"
      />
      <span className="font-medium">{label}</span>
      <span
        lang={language}
        dir={directionOf(language)}
        className="col-start-2 line-clamp-6 wrap-anywhere whitespace-pre-wrap text-muted"
      >
        {field.startsWith('body_') ? plainText(text) : text}
      </span>
    </label>
  );
}
