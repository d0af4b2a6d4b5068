import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../desk/drawer';
import { DeskForm } from '../../desk/form/desk-form';
import { FormSelect } from '../../desk/form/form-choice';
import { FormText } from '../../desk/form/form-text';
import { useOpened } from '../../desk/use-opened';
import { notify } from '../../ui/toast';
import { newAdminSchema, noAdmin } from './new-admin';
import { PasswordField } from './password-field';
import { useCreateAdminUser } from './use-create-admin-user';
import { useRefusalText } from './use-refusal-text';
import { useRoleOptions } from './use-role-options';

const none: [] = [];

/** The form for a new admin, open at ?open=new. */
export function AddAdminDrawer() {
  const { t } = useTranslation('desk-users');
  const { opened, close } = useOpened(none);
  return (
    <Drawer open={opened === 'new'} onClose={close} title={t('addTitle')}>
      <AddAdminForm onAdded={close} />
    </Drawer>
  );
}

function AddAdminForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('desk-users');
  const create = useCreateAdminUser();
  const schema = useMemo(() => newAdminSchema((problem) => t(`problems.${problem}`)), [t]);
  return (
    <DeskForm
      schema={schema}
      defaults={noAdmin}
      save={t('submit')}
      failed={useRefusalText()}
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
    </DeskForm>
  );
}
