import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShortcutLayer } from '@/admin/shortcuts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import type { Conflict } from './editor-state';
import { FieldChange } from './field-change';
import { fieldLabel } from './field-label';
import type { PostEditorStore } from './post-editor-store';
import type { PostValues, PostField } from './post-values';
import { usePostEditorState } from './use-post-editor-state';

type Props = { store: PostEditorStore; open: boolean; onClose: () => void };

/** Resolves an edit conflict: the user chooses a version of each field. */
export function ConflictDialog({ store, open, onClose }: Props) {
  const { t } = useTranslation(['admin-blog', 'site']);
  const conflict = usePostEditorState(store, (state) => state.conflict);
  const words = usePostEditorState(store, (state) => state.words);
  return (
    <Dialog
      open={open && conflict !== undefined}
      onClose={onClose}
      title={t('clash.title')}
      closeLabel={t('site:close')}
      className="max-w-4xl"
    >
      <ShortcutLayer>
        {conflict !== undefined && (
          <ConflictForm
            conflict={conflict}
            words={words}
            onResolve={(ours) => {
              store.resolve(ours);
              onClose();
            }}
          />
        )}
      </ShortcutLayer>
    </Dialog>
  );
}

type FormProps = { conflict: Conflict; words: PostValues; onResolve: (ours: PostField[]) => void };

function ConflictForm({ conflict, words, onResolve }: FormProps) {
  const { t } = useTranslation('admin-blog');
  const [ours, setOurs] = useState<PostField[]>(conflict.fields);
  const choose = (field: PostField, mine: boolean) =>
    setOurs((now) => (mine ? [...now, field] : now.filter((each) => each !== field)));
  return (
    <form
      aria-label={t('clash.title')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onResolve(ours);
      }}
    >
      <p>{t('clash.lead')}</p>
      {conflict.fields.map((field) => (
        <fieldset key={field} className="grid gap-2 border-t border-line pt-3">
          <legend className="font-medium">{fieldLabel(t, field)}</legend>
          <FieldChange field={field} before={conflict.theirs} after={words} />
          <div className="flex flex-wrap gap-x-6">
            <Choice name={field} mine on={ours.includes(field)} onChoose={choose} />
            <Choice name={field} mine={false} on={!ours.includes(field)} onChoose={choose} />
          </div>
        </fieldset>
      ))}
      <Button type="submit" className="justify-self-start">
        {t('clash.save')}
      </Button>
    </form>
  );
}

type ChoiceProps = {
  name: PostField;
  mine: boolean;
  on: boolean;
  onChoose: (field: PostField, mine: boolean) => void;
};

function Choice({ name, mine, on, onChoose }: ChoiceProps) {
  const { t } = useTranslation('admin-blog');
  return (
    <label className="flex min-h-11 items-center gap-2 lg:min-h-8">
      <input
        type="radio"
        name={name}
        checked={on}
        onChange={() => onChoose(name, mine)}
        className="size-4 accent-accent"
      />
      {mine ? t('clash.mine') : t('clash.theirs')}
    </label>
  );
}
