import type { ReactNode } from 'react';
import { useConfirm } from '@/admin/kit/confirm';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/toast';
import { inMorocco } from '@/admin/kit/morocco-time';
import { PostConflict } from './post-conflict';
import type { PostEditorStore } from './post-editor-store';
import { useStore } from '@/shared/ui/store';

type Props = { store: PostEditorStore; onRestoreAsNew: () => void };

/** Notices of the editor: deleted, conflict, restored draft, merged changes, unpublished copy. */
export function EditorNotes({ store, onRestoreAsNew }: Props) {
  const { t } = useTranslation('admin-blog');
  const { gone, conflict, restoredAt, mergedAt, record } = useStore(store.store);
  if (gone) {
    return (
      <Note
        tone="bad"
        text={t('notes.gone')}
        action={t('notes.revive')}
        onAction={onRestoreAsNew}
      />
    );
  }
  if (conflict !== undefined) return <PostConflict store={store} conflict={conflict} />;
  return (
    <>
      {restoredAt !== undefined && (
        <Note
          text={t('notes.restored', { time: inMorocco(new Date(restoredAt).toISOString()) })}
          action={t('notes.discardRestored')}
          onAction={() => store.discardChanges()}
        />
      )}
      {mergedAt !== undefined && <Note text={t('notes.joined')} />}
      {record.copy !== undefined && <CopyNote store={store} />}
    </>
  );
}

function CopyNote({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const discard = async () => {
    const question = t('notes.discardQuestion');
    if (!(await confirm({ question, action: t('notes.discardCopy'), tone: 'bad' }))) return;
    try {
      await store.discard();
      notify('good', t('notes.discarded'), { ms: 6000 });
    } catch (error) {
      showError(t('notes.discardFailed'), error);
    }
  };
  return (
    <Note text={t('notes.copy')} action={t('notes.discardCopy')} onAction={() => void discard()} />
  );
}

type NoteProps = { tone?: 'bad'; text: ReactNode; action?: string; onAction?: () => void };

function Note({ tone, text, action, onAction }: NoteProps) {
  return (
    <Notice
      tone={tone ?? 'plain'}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
    >
      <p>{text}</p>
      {action !== undefined && (
        <Button look="quiet" {...(onAction && { onClick: onAction })}>
          {action}
        </Button>
      )}
    </Notice>
  );
}
