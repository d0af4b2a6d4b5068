import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../admin/drawer';
import { AdminForm } from '../../admin/form/admin-form';
import { FormSelect } from '../../admin/form/form-choice';
import { FormText } from '../../admin/form/form-text';
import { useOpenRow } from '../../admin/use-open-row';
import { notify } from '../../ui/toast';
import { newAdminSchema, emptyAdmin } from './new-admin';
import { PasswordField } from './password-field';
import { useRoleOptions } from './role-badge';
import { useCreateAdminUser } from './use-create-admin-user';
import { useCreationErrorText } from './use-creation-error-text';

const none: [] = [];

/** The form for a new admin, open at ?open=new. */
export function AddAdminDrawer() {
  const { t } = useTranslation('admin-users');
  const { opened, close } = useOpenRow(none);
  return (
    <Drawer open={opened === 'new'} onClose={close} title={t('addTitle')}>
      <AddAdminForm onAdded={close} />
    </Drawer>
  );
}

function AddAdminForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('admin-users');
  const create = useCreateAdminUser();
  const schema = useMemo(() => newAdminSchema((problem) => t(`problems.${problem}`)), [t]);
  return (
    <AdminForm
      schema={schema}
      defaults={emptyAdmin}
      save={t('submit')}
      failed={useCreationErrorText()}
      onSave={async (admin) => {
        await create.mutateAsync(admin);
        notify('good', t('said.added', { email: admin.email }), { ms: 8000 });
      }}
      onSaved={onAdded}
      onCancel={onAdded}
    >
      <FormText name="full_name" label={t('fields.name')} maxLength={200} />
      <FormText
        name="email"
        type="email"
        inputMode="email"
        dir="ltr"
        label={t('fields.email')}
        maxLength={320}
        required
      />
      <PasswordField />
      <FormSelect
        name="role"
        label={t('fields.role')}
        hint={t('hints.role')}
        options={useRoleOptions()}
        required
      />
    </AdminForm>
  );
}
