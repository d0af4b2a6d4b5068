import { useEffect, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeRow } from '@/admin/rows/use-change-row';
import { setDirty } from '@/admin/unsaved';
import { TextArea } from '@/ui/field';
import { SubmitButton } from '@/ui/submit-button';
import type { Order } from './order-flag';
import { remarkIn, withRemark } from './order-notes-text';

/** The notes of the team. On failure the typed text stays. */
export function OrderNotes({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const stored = remarkIn(order.notes);
  const [typed, setTyped] = useState<string>();
  const change = useChangeRow('book_orders', { failed: t('notes.failed') });
  const isChanged = typed !== undefined && typed.trim() !== stored;
  useEffect(() => (isChanged ? setDirty() : undefined), [isChanged]);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    const set = { notes: withRemark(order.notes, typed), updated_at: new Date().toISOString() };
    change.mutate({ id: order.id, set });
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
        value={typed ?? stored}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          const saves = event.key === 's' && (event.ctrlKey || event.metaKey);
          if (!saves) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="flex items-center gap-3">
        <SubmitButton look="line" disabled={change.isPending} className="lg:min-h-9">
          {change.isPending ? t('notes.saving') : t('notes.save')}
        </SubmitButton>
        <span role="status" className="text-small text-muted">
          {change.isSuccess && !isChanged && t('notes.saved')}
        </span>
      </div>
    </form>
  );
}
