import { useMemo } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormArea } from '@/admin/kit/form/form-text';
import { useTranslation } from '@/shared/i18n';
import type { Order } from './order-flag';
import { useEditOrder } from './use-edit-order';

const schema = z.object({ notes: z.string().check(z.trim(), z.maxLength(5000)) });

/** The notes of the team. */
export function OrderNotes({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const edit = useEditOrder();
  const stored = order.notes ?? '';
  const defaults = useMemo(() => ({ notes: stored }), [stored]);
  return (
    <AdminForm
      schema={schema}
      defaults={defaults}
      draft={`order-notes-${order.id}`}
      record={{ table: 'book_orders', ids: [order.id] }}
      save={t('notes.save')}
      failed={t('notes.failed')}
      onSave={({ notes }) =>
        edit.mutateAsync({ shown: order, changes: { notes: notes === '' ? null : notes } })
      }
    >
      <FormArea
        name="notes"
        label={t('notes.title')}
        hint={t('notes.hint')}
        rows={3}
        maxLength={5000}
        dir="auto"
      />
    </AdminForm>
  );
}
