import { useRef, type KeyboardEvent } from 'react';
import { ConflictPanel } from '@/admin/kit/form/conflict-panel';
import { deletedCode } from '@/admin/kit/rows/write-unless-changed';
import { asFailure, failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { TextArea } from '@/shared/ui/field';
import { tableOf, type Entry } from './inbox-entry';
import { useNotes } from './use-notes';

/** Internal notes: saved on blur and by Ctrl/⌘+S, with the save status. */
export function EntryNotes({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin-inbox', 'admin-kit', 'site']);
  const { text, saved, state, isClash, error, type, choose, save } = useNotes(entry);
  const field = useRef<HTMLTextAreaElement>(null);
  const table = tableOf(entry);
  return (
    <div>
      <TextArea
        ref={field}
        label={t('notes.label')}
        hint={t('notes.hint')}
        name="notes"
        rows={3}
        dir="auto"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (!isSave(event)) return;
          event.preventDefault();
          save();
        }}
      />
      <p role="status" className="mt-1 min-h-5 text-label text-muted">
        {(state === 'unsaved' || state === 'saving' || state === 'saved') && t(`notes.${state}`)}
      </p>
      {isClash && (
        <ConflictPanel
          record={table && { table, ids: [entry.id] }}
          fields={[
            {
              name: 'notes',
              label: t('notes.label'),
              mine: text,
              theirs: saved,
              separator: '\n\n',
            },
          ]}
          onChoose={(_name, value) => {
            choose(String(value));
            // The panel disappears; leaving the field saves the choice.
            field.current?.focus();
          }}
        />
      )}
      {state === 'failed' && !isClash && (
        <div className="flex flex-wrap items-center gap-x-4 text-small text-bad">
          <p role="alert">
            {asFailure(error).code === deletedCode
              ? t('admin-kit:drawer.gone')
              : `${t('notes.failed')} ${failureText(t, error)}`}
          </p>
          <button type="button" className="min-h-11 underline underline-offset-4" onClick={save}>
            {t('notes.again')}
          </button>
        </div>
      )}
    </div>
  );
}

// On an Arabic keyboard the S key types another letter.
const isSave = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  (event.key.toLowerCase() === 's' || event.code === 'KeyS');
