import { useMemo } from 'react';
import { Drawer } from '@/admin/kit/drawer';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSelect } from '@/admin/kit/form/form-choice';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { notify } from '@/shared/ui/toast';
import { AdminFields } from './admin-fields';
import { emptyInvitation, invitationSchema } from './new-admin';
import { useCreationErrorText } from './use-creation-error-text';
import { useInviteAdmin } from './use-invite-admin';

const none: [] = [];
const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** The form of an invitation, open at ?open=invite. */
export function InviteAdminDrawer() {
  const { t } = useTranslation('admin-users');
  const { opened, close } = useOpenRow(none);
  return (
    <Drawer open={opened === 'invite'} onClose={close} title={t('invite.title')}>
      <InviteAdminForm onSent={close} />
    </Drawer>
  );
}

function InviteAdminForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('admin-users');
  const language = useLanguage();
  const invite = useInviteAdmin();
  const schema = useMemo(() => invitationSchema((problem) => t(`problems.${problem}`)), [t]);
  const defaults = useMemo(() => ({ ...emptyInvitation, language }), [language]);
  return (
    <AdminForm
      schema={schema}
      defaults={defaults}
      save={t('invite.submit')}
      failed={useCreationErrorText()}
      onSave={async (invitation) => {
        await invite.mutateAsync(invitation);
        notify('good', t('said.invited', { email: invitation.email }), { ms: 8000 });
      }}
      onSaved={onSent}
      onCancel={onSent}
    >
      <AdminFields emailHint={t('invite.hint')} />
      <FormSelect name="language" label={t('fields.language')} options={languageOptions} required />
    </AdminForm>
  );
}
