import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { notify } from '../../ui/toast';
import { CreationRefused } from './creation-refusal';
import { adminRoles, problemOf, readNewAdmin } from './new-admin';
import { useCreateAdminUser } from './use-create-admin-user';

/** The button that opens the form for a new admin, and the form. */
export function AddAdminDialog() {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('users.add')}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('users.addTitle')}
        closeLabel={site('close')}
        className="max-w-lg"
      >
        <AddAdminForm onAdded={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AddAdminForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('admin');
  const create = useCreateAdminUser();
  const refusalText = useRefusalText();
  const [problem, setProblem] = useState<string>();

  const send = async (data: FormData) => {
    if (create.isPending) return;
    const admin = readNewAdmin(data);
    const found = problemOf(admin);
    setProblem(found === undefined ? undefined : t(`users.problems.${found}`));
    if (found !== undefined) return;
    try {
      await create.mutateAsync(admin);
      notify('good', t('users.added', { email: admin.email }));
      onAdded();
    } catch (error) {
      setProblem(refusalText(error));
    }
  };

  return (
    <form
      aria-label={t('users.addTitle')}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <AdminFields />
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <Button
        type="submit"
        aria-disabled={create.isPending}
        className="aria-disabled:cursor-progress"
      >
        {create.isPending ? t('users.sending') : t('users.submit')}
      </Button>
    </form>
  );
}

function AdminFields() {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const mark = { requiredMark: site('required'), required: true };
  return (
    <>
      <TextField
        label={t('users.fields.name')}
        name="full_name"
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        {...mark}
        label={t('users.fields.email')}
        name="email"
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={320}
      />
      <TextField
        {...mark}
        label={t('users.fields.password')}
        hint={t('users.passwordHint')}
        name="password"
        type="password"
        dir="ltr"
        autoComplete="new-password"
      />
      <SelectField
        {...mark}
        label={t('users.fields.role')}
        hint={t('users.roleHint')}
        name="role"
        defaultValue="admin"
      >
        {adminRoles.map((role) => (
          <option key={role} value={role}>
            {t(`roles.${role}`)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  return (error) => {
    if (!(error instanceof CreationRefused)) {
      return t('users.problems.unexpected', { error: String(error) });
    }
    const { kind, detail } = error;
    const unsaid = kind === 'unexpected' ? site('failure.network') : t('users.problems.unknown');
    const told = detail === '' ? unsaid : detail;
    return t(`users.problems.${kind}`, { error: told });
  };
}
