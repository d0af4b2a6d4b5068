import * as z from 'zod/mini';
import { FormArea } from '@/admin/kit/form/form-text';
import { useTranslation, type TFunction } from '@/shared/i18n';

/** The rule of the field `reason`: it is required. */
export const reasonRule = (t: TFunction<['admin-orders', 'site']>) =>
  z.string().check(z.trim(), z.minLength(1, t('end.reasonMissing')));

/** The field `reason`: why orders end. By default its hint is that only the team sees it. */
export function OrderReason({ hint }: { hint?: string | undefined }) {
  const { t } = useTranslation('admin-orders');
  return (
    <FormArea
      name="reason"
      label={t('end.reason')}
      hint={hint ?? t('end.reasonHint')}
      required
      rows={2}
      maxLength={1000}
      dir="auto"
    />
  );
}
