import { useMemo } from 'react';
import { Drawer } from '@/admin/kit/drawer';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { AdminFields } from './admin-fields';
import { newAdminSchema, emptyAdmin } from './new-admin';
import { PasswordField } from './password-field';
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
      <AdminFields>
        <PasswordField />
      </AdminFields>
    </AdminForm>
  );
}
