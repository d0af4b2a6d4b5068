import { useEffect, useState, type SubmitEvent } from 'react';
import { ConflictPanel } from '@/admin/kit/form/conflict-panel';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { setDirty } from '@/admin/kit/unsaved';
import { asFailure } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { TextArea } from '@/shared/ui/field';
import { SubmitButton } from '@/shared/ui/submit-button';
import type { Order } from './order-flag';
import { useEditOrder } from './use-edit-order';

/** The text in the form, and the stored one when its edit began. */
type Draft = { text: string; base: string };

/** The notes of the team. On failure, and where somebody else has changed them, the typed text stays. */
export function OrderNotes({ order }: { order: Order }) {
  const { t } = useTranslation(['admin-orders', 'admin-kit']);
  const stored = order.notes ?? '';
  const [draft, setDraft] = useState<Draft>();
  const showError = useErrorToast();
  const edit = useEditOrder();
  const isChanged = draft !== undefined && draft.text.trim() !== stored;
  const isClash = isChanged && draft.base !== stored;
  useEffect(() => (isChanged ? setDirty() : undefined), [isChanged]);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isChanged || isClash || edit.isPending) return;
    const changes = { notes: draft.text.trim() || null };
    edit.mutate(
      { shown: order, changes },
      {
        onSuccess: () => setDraft(undefined),
        // Of a conflict the notice below says more, once the order is loaded again.
        onError: (error) =>
          asFailure(error).kind === 'conflict' || showError(t('notes.failed'), error),
      },
    );
  };
  return (
    <form onSubmit={save} className="grid gap-2">
      <TextArea
        name="notes"
        label={t('notes.title')}
        hint={t('notes.hint')}
        rows={3}
        maxLength={5000}
        dir="auto"
        value={draft?.text ?? stored}
        onChange={({ target }) => setDraft({ text: target.value, base: draft?.base ?? stored })}
        onKeyDown={(event) => {
          const saves = event.key === 's' && (event.ctrlKey || event.metaKey);
          if (!saves) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {isClash && (
        <ConflictPanel
          record={{ table: 'book_orders', ids: [order.id] }}
          fields={[
            {
              name: 'notes',
              label: t('notes.title'),
              mine: draft.text,
              theirs: stored,
              separator: '\n\n',
            },
          ]}
          onChoose={(_name, value) => setDraft({ text: String(value), base: stored })}
        />
      )}
      <div className="flex items-center gap-3">
        <SubmitButton look="line" disabled={edit.isPending} className="lg:min-h-9">
          {edit.isPending ? t('notes.saving') : t('notes.save')}
        </SubmitButton>
        <span role="status" className="text-small text-muted">
          {edit.isSuccess && !isChanged && t('notes.saved')}
        </span>
      </div>
    </form>
  );
}
