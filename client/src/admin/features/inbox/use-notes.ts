import { useEffect, useEffectEvent, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeCached, refresh } from '@/admin/kit/rows/cached-rows';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { deletedCode, updateUnlessChanged } from '@/admin/kit/rows/write-unless-changed';
import { asFailure } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { tableOf, type Entry } from './inbox-entry';
import { useDraftTexts } from './use-draft-texts';

export type NotesState = 'clean' | 'unsaved' | 'saving' | 'saved' | 'failed';

/**
 * The internal notes of an entry. Typed text is a draft of the account until it is saved; leaving the entry saves
 * it. While somebody else has changed the notes, too (`isClash`), nothing is saved.
 */
export function useNotes(entry: Entry) {
  const { texts, set, discard } = useDraftTexts(`notes.${entry.id}`);
  const saving = useSaveNotes(entry, (typed) =>
    set('base', discard('notes', typed) ? undefined : typed),
  );
  const saved = entry.notes ?? '';
  const text = texts['notes'] ?? saved;
  const isDirty = text !== saved;
  const isClash = isDirty && (texts['base'] ?? saved) !== saved;
  const write = (typed: string, base: string) => {
    const isSame = typed === saved;
    set('notes', isSame ? undefined : typed);
    set('base', isSame ? undefined : base);
  };
  const save = () => {
    if (isDirty && !isClash) saving.saveOnce(text);
  };
  const saveOnLeave = useEffectEvent(save);
  useEffect(() => () => saveOnLeave(), []);
  return {
    text,
    saved,
    isClash,
    state: stateOf(isDirty, saving),
    error: saving.error,
    type: (typed: string) => write(typed, texts['base'] ?? saved),
    /** Resolves a conflict with the text that stands. */
    choose: (chosen: string) => write(chosen, saved),
    save,
  };
}

type Saving = { isPending: boolean; error: Error | null; isSuccess: boolean };

const isConflict = (error: unknown) => asFailure(error).kind === 'conflict';

function stateOf(isDirty: boolean, { isPending, error, isSuccess }: Saving): NotesState {
  if (isPending) return 'saving';
  // A conflict is resolved by a choice, not by another try.
  const isFailed = error !== null && (!isConflict(error) || asFailure(error).code === deletedCode);
  if (isDirty) return isFailed ? 'failed' : 'unsaved';
  return isSuccess ? 'saved' : 'clean';
}

/** Saves the notes. An error is shown at the field, or as a toast after it is unmounted. */
function useSaveNotes(entry: Entry, onSaved: (text: string) => void) {
  const { t } = useTranslation('admin-inbox');
  const queries = useQueryClient();
  const showError = useErrorToast();
  const isUnmounted = useIsUnmounted();
  const table = tableOf(entry) ?? 'contact_submissions';
  const places = [table, 'form_submissions'] as const;
  const sending = useRef<string>(undefined);
  const saving = useMutation({
    scope: { id: `notes.${entry.id}` },
    mutationFn: (text: string) => {
      const { id, notes, record } = entry;
      const shown = { id, notes, updated_at: record['updated_at'] };
      return updateUnlessChanged(table, shown, { notes: text === '' ? null : text });
    },
    onSuccess: ({ notes, updated_at }, text) => {
      changeCached(queries, places, entry.id, (row) => ({ ...row, notes, updated_at }));
      onSaved(text);
    },
    onError: (error) => {
      // The stored text is shown beside the typed one.
      if (isConflict(error)) void refresh(queries, places);
      if (isUnmounted.current) showError(t('notes.failedOf', { name: entry.name }), error);
    },
    onSettled: (_data, _error, text) => {
      if (sending.current === text) sending.current = undefined;
    },
  });
  // A tap on Close blurs the field and unmounts it before `isPending` is rendered: a second request
  // with the same version would be a conflict with the first.
  const saveOnce = (text: string) => {
    if (sending.current === text) return;
    sending.current = text;
    saving.mutate(text);
  };
  return { ...saving, saveOnce };
}

function useIsUnmounted() {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}
