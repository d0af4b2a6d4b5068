import type { EditConflict } from '@/admin/kit/autosave/edit-state';
import { ConflictPanel } from '@/admin/kit/form/conflict-panel';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { plainText } from '@/admin/kit/writing/plain-text';
import { useTranslation } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { useStore } from '@/shared/ui/store';
import { subjectOf, type NewsletterTexts } from './newsletter';
import type { NewsletterStore } from './newsletter-store';
import { useNewNewsletter } from './use-newsletters';

type Props = { store: NewsletterStore; onOpen: (id: string) => void };

/** Notices of the editor: no draft any more, conflict, restored texts, merged changes. */
export function NewsletterNotes({ store, onOpen }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const { gone, conflict, restoredAt, mergedAt } = useStore(store.store);
  if (gone) return <GoneNote store={store} onOpen={onOpen} />;
  if (conflict !== undefined) return <DraftConflict store={store} conflict={conflict} />;
  return (
    <>
      {restoredAt !== undefined && (
        <Notice
          tone="plain"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
        >
          <p>{t('notes.restored')}</p>
          <Button look="quiet" onClick={() => store.discardChanges()}>
            {t('notes.discard')}
          </Button>
        </Notice>
      )}
      {mergedAt !== undefined && <Notice tone="plain">{t('notes.merged')}</Notice>}
    </>
  );
}

function GoneNote({ store, onOpen }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const create = useNewNewsletter();
  const showError = useErrorToast();
  const copy = () =>
    create.mutate(store.state().values, {
      onSuccess: (id) => {
        store.discardChanges();
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

type ConflictProps = { store: NewsletterStore; conflict: EditConflict<NewsletterTexts> };

/** The edit conflict of a draft. Nothing is saved until a text of each field is chosen. */
function DraftConflict({ store, conflict }: ConflictProps) {
  const { t } = useTranslation('admin-newsletter');
  const texts = useStore(store.store, ({ values }) => values);
  const fields = conflict.fields.map((field) => {
    const language = languages.find((each) => field.endsWith(each)) ?? 'en';
    const isSubject = field === subjectOf(language);
    const name = { language: languageNames[language] };
    return {
      name: field,
      label: isSubject ? t('fields.subject', name) : t('fields.body', name),
      mine: texts[field],
      theirs: conflict.theirs[field],
      separator: isSubject ? ' / ' : '',
      language,
      textOf: (text: unknown) => (isSubject ? String(text) : plainText(String(text))),
    };
  });
  return (
    <ConflictPanel
      lastSave={conflict.lastSave}
      fields={fields}
      onChoose={(name, text) => store.resolve(name, text)}
    />
  );
}
