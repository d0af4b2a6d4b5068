import { useMemo } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSwitch } from '@/admin/kit/form/form-choice';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { OrderReason, reasonRule } from './order-reason';

type Props = {
  count: number;
  onCancel: (reason: string, mail: boolean) => void;
  onClose: () => void;
};

/** Asks for the reason to cancel many orders. */
export function OrderCancelDialog({ count, onCancel, onClose }: Props) {
  const { t } = useTranslation('admin-orders');
  const schema = useMemo(
    () =>
      z.object({
        reason: reasonRule(t),
        mail: z.boolean(),
      }),
    [t],
  );
  return (
    <AdminDialog open onClose={onClose} title={t('bulk.cancelTitle', { count })}>
      <AdminForm
        schema={schema}
        defaults={{ reason: '', mail: true }}
        save={t('bulk.cancelTitle', { count })}
        failed={t('bulk.failed')}
        onSave={async ({ reason, mail }) => onCancel(reason, mail)}
        onSaved={onClose}
        foot={
          <Button look="line" onClick={onClose} className="lg:min-h-9 lg:py-1">
            {t('bulk.keep')}
          </Button>
        }
      >
        <p className="text-small text-muted">{t('bulk.cancelHint')}</p>
        <OrderReason />
        <FormSwitch name="mail" label={t('bulk.mail')} hint={t('bulk.mailHint')} />
      </AdminForm>
    </AdminDialog>
  );
}
