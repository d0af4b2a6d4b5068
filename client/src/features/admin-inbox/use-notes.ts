import { useEffect, useEffectEvent, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeCached } from '@/admin/rows/cached-rows';
import { updateRow } from '@/admin/rows/row-calls';
import { useErrorToast } from '@/admin/rows/use-error-toast';
import { tableOf, type Entry } from './inbox-entry';
import { useDraftTexts } from './use-draft-texts';

export type NotesState = 'clean' | 'unsaved' | 'saving' | 'saved' | 'failed';

/**
 * The internal notes of an entry. Typed text is a session draft until it is saved; leaving the entry saves
 * it.
 */
export function useNotes(entry: Entry) {
  const { texts, set, discard } = useDraftTexts(`notes.${entry.id}`);
  const saving = useSaveNotes(entry, discard);
  const saved = entry.notes ?? '';
  const text = texts['notes'] ?? saved;
  const isDirty = text !== saved;
  const save = () => {
    if (isDirty && !(saving.isPending && saving.variables === text)) saving.mutate(text);
  };
  const saveOnLeave = useEffectEvent(save);
  useEffect(() => () => saveOnLeave(), []);
  return {
    text,
    state: stateOf(isDirty, saving),
    error: saving.error,
    type: (typed: string) => set('notes', typed === saved ? undefined : typed),
    save,
  };
}

type Saving = { isPending: boolean; isError: boolean; isSuccess: boolean };

function stateOf(isDirty: boolean, { isPending, isError, isSuccess }: Saving): NotesState {
  if (isPending) return 'saving';
  if (isDirty) return isError ? 'failed' : 'unsaved';
  return isSuccess ? 'saved' : 'clean';
}

/** Saves the notes. An error is shown at the field, or as a toast after it is unmounted. */
function useSaveNotes(entry: Entry, onSaved: (name: string, text: string) => void) {
  const { t } = useTranslation('admin-inbox');
  const queries = useQueryClient();
  const showError = useErrorToast();
  const hasSignedOut = useHasLeft();
  const table = tableOf(entry) ?? 'contact_submissions';
  return useMutation({
    scope: { id: `notes.${entry.id}` },
    mutationFn: (text: string) => updateRow(table, entry.id, { notes: text === '' ? null : text }),
    onSuccess: ({ notes, updated_at }, text) => {
      const places = [table, 'form_submissions'] as const;
      changeCached(queries, places, entry.id, (row) => ({ ...row, notes, updated_at }));
      onSaved('notes', text);
    },
    onError: (error) => {
      if (hasSignedOut.current) showError(t('notes.failedOf', { name: entry.name }), error);
    },
  });
}

function useHasLeft() {
  const hasSignedOut = useRef(false);
  useEffect(() => {
    hasSignedOut.current = false;
    return () => {
      hasSignedOut.current = true;
    };
  }, []);
  return hasSignedOut;
}
