import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useTranslation, useLanguage } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useConfirm } from '@/admin/kit/confirm';
import { dropCached, refresh } from '@/admin/kit/rows/cached-rows';
import { deleteRow } from '@/admin/kit/rows/row-calls';
import { notify } from '@/shared/ui/toast';
import { adminName, isPending, roleOf, type AdminRecord, type Viewer } from './admin-record';
import { RemoveSecondFactorButton } from './second-factors';
import { useAdminProblem } from './use-admin-problem';
import { useCreationErrorText } from './use-creation-error-text';
import { useInviteAdmin } from './use-invite-admin';
import { passwordLink } from '@/admin/kit/password-link';
import { auth } from '@/shared/api/client';
import { asFailure, failureText } from '@/shared/api/failures';

const none: [] = [];

/** The actions of a super admin. */
export function AdminActions({ admin, viewer }: { admin: AdminRecord; viewer: Viewer }) {
  const { t } = useTranslation('admin-users');
  const { open } = useOpenRow(none);
  const remove = useDeleteAdmin(viewer);
  const pending = isPending(admin);
  const name = adminName(admin);
  const small = 'px-3! lg:min-h-8! lg:py-1!';
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {pending && <InviteAgainButton admin={admin} className={small} />}
      {!pending && admin.id !== viewer.id && (
        <>
          <PasswordMailButton admin={admin} className={small} />
          <RemoveSecondFactorButton admin={admin} className={small} />
        </>
      )}
      <Button
        look="line"
        className={small}
        aria-label={t('editOf', { name })}
        onClick={() => open(admin.id)}
      >
        {t('edit')}
      </Button>
      <Button
        look="line"
        className={`${small} border-bad! text-bad! hover:bg-bad! hover:text-ground!`}
        aria-label={t(pending ? 'invite.withdrawOf' : 'deleteOf', { name })}
        onClick={() => void remove(admin)}
      >
        {t(pending ? 'invite.withdraw' : 'delete')}
      </Button>
    </div>
  );
}

type ButtonProps = { admin: AdminRecord; className: string };

/** Sends a pending invitation again, with a new link. */
function InviteAgainButton({ admin, className }: ButtonProps) {
  const { t } = useTranslation('admin-users');
  const invite = useInviteAdmin();
  const errorText = useCreationErrorText();
  const { email, full_name } = admin;
  const send = () => {
    if (invite.isPending) return;
    invite.mutate(
      { email, full_name, role: roleOf(admin) },
      {
        onSuccess: () => notify('good', t('said.invited', { email }), { ms: 8000 }),
        onError: (error) => notify('bad', errorText(error)),
      },
    );
  };
  return (
    <Button
      look="line"
      className={className}
      aria-label={t('invite.againOf', { name: adminName(admin) })}
      aria-disabled={invite.isPending}
      onClick={send}
    >
      {t('invite.again')}
    </Button>
  );
}

/** Has a link for a new password mailed to a colleague. */
function PasswordMailButton({ admin, className }: ButtonProps) {
  const { t } = useTranslation('admin-users');
  const send = usePasswordMail();
  return (
    <Button
      look="line"
      className={className}
      aria-label={t('passwordMailOf', { name: adminName(admin) })}
      aria-disabled={send.isPending}
      onClick={() => {
        if (!send.isPending) send.mutate(admin.email);
      }}
    >
      {t('passwordMail')}
    </Button>
  );
}

const table = 'admin_users';

/** Deletes an admin after confirmation. For the own record the dialog shows the consequence. */
function useDeleteAdmin({ id: me, onSelf }: Viewer) {
  const { t } = useTranslation('admin-users');
  const queries = useQueryClient();
  const problem = useAdminProblem();
  const confirm = useConfirm();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: AdminRecord) => deleteRow(table, id),
    onSuccess: (_nothing, admin) => {
      dropCached(queries, [table], admin.id);
      const said = isPending(admin) ? 'said.withdrawn' : 'said.deleted';
      notify('good', t(said, { name: adminName(admin) }), { ms: 6000 });
      if (admin.id === me) onSelf();
      return refresh(queries, [table]);
    },
    onError: (error) => notify('bad', problem('deleting', error)),
  });
  return async (admin: AdminRecord) => {
    const yes = await confirm({
      question: t(isPending(admin) ? 'invite.withdrawQuestion' : 'deleteQuestion'),
      ...(admin.id === me && { detail: t('self.delete') }),
      action: t(isPending(admin) ? 'invite.withdraw' : 'delete'),
      tone: 'bad',
    });
    if (yes) remove.mutate(admin);
  };
}

/** Has a link for a new password mailed to an admin, and says so. */
function usePasswordMail() {
  const { t } = useTranslation(['admin-users', 'site']);
  const redirectTo = passwordLink(useLanguage());
  return useMutation({
    networkMode: 'always',
    mutationFn: async (email: string) => {
      const client = await auth();
      const { error } = await client.resetPasswordForEmail(email, { redirectTo });
      if (error !== null) throw asFailure(error);
    },
    onSuccess: (_nothing, email) => notify('good', t('said.passwordMail', { email }), { ms: 8000 }),
    onError: (error) => {
      const isSoon = asFailure(error).code === 'over_email_send_rate_limit';
      notify('bad', isSoon ? t('problems.mailedJustNow') : failureText(t, error));
    },
  });
}
