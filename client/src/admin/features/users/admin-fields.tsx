import { type ReactNode } from 'react';
import { FormSelect } from '@/admin/kit/form/form-choice';
import { FormText } from '@/admin/kit/form/form-text';
import { useTranslation } from '@/shared/i18n';
import { useRoleOptions } from './role-badge';

type Props = {
  emailHint?: string;
  /** The address of an account that exists is changed in the account, not here. */
  emailReadOnly?: boolean;
  /** Between the address and the role. */
  children?: ReactNode;
};

/** The fields that each form of an admin has: name, address and role. */
export function AdminFields({ emailHint, emailReadOnly = false, children }: Props) {
  const { t } = useTranslation('admin-users');
  return (
    <>
      <FormText name="full_name" label={t('fields.name')} maxLength={200} />
      <FormText
        name="email"
        type="email"
        inputMode="email"
        dir="ltr"
        label={t('fields.email')}
        hint={emailHint}
        maxLength={320}
        readOnly={emailReadOnly}
        required={!emailReadOnly}
      />
      {children}
      <FormSelect
        name="role"
        label={t('fields.role')}
        hint={t('hints.role')}
        options={useRoleOptions()}
        required
      />
    </>
  );
}
