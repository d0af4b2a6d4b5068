import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '@/admin/kit/confirm';
import { sb } from '@/shared/api/client';
import { failureText, unwrap } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Pill } from '@/shared/ui/pill';
import { notify } from '@/shared/ui/toast';
import { adminName, type AdminRecord } from './admin-record';

async function fetchAdmins(): Promise<string[]> {
  const client = await sb();
  return unwrap(await client.rpc('admins_with_second_factor'));
}

const withSecondFactor = queryOptions({
  queryKey: ['admins_with_second_factor'],
  queryFn: fetchAdmins,
});

/** Whether an admin has a second factor; false until it is known. The server tells super admins only. */
function useHasSecondFactor({ id }: AdminRecord): boolean {
  const { data } = useQuery(withSecondFactor);
  return data?.includes(id) === true;
}

/** Marks an admin who has a second factor. */
export function SecondFactorPill({ admin }: { admin: AdminRecord }) {
  const { t } = useTranslation('admin-users');
  return useHasSecondFactor(admin) ? <Pill tone="done">{t('hasFactor')}</Pill> : null;
}

type Props = { admin: AdminRecord; className: string };

/** Removes the second factor of a colleague who has lost the phone, after a confirmation. */
export function RemoveSecondFactorButton({ admin, className }: Props) {
  const { t } = useTranslation(['admin-users', 'site']);
  const queries = useQueryClient();
  const confirm = useConfirm();
  const isThere = useHasSecondFactor(admin);
  const name = adminName(admin);
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const client = await sb();
      unwrap(await client.rpc('remove_second_factor', { admin_id: admin.id }));
    },
    onSuccess: () => notify('good', t('said.factorRemoved', { name }), { ms: 6000 }),
    onError: (error) =>
      notify('bad', t('problems.removingFactor', { message: failureText(t, error) })),
    onSettled: () => queries.invalidateQueries(withSecondFactor),
  });
  const ask = async () => {
    const yes = await confirm({
      question: t('removeFactorQuestion', { name }),
      detail: t('removeFactorDetail', { name }),
      action: t('removeFactor'),
      tone: 'bad',
    });
    if (yes) remove.mutate();
  };
  if (!isThere) return null;
  return (
    <Button
      look="line"
      className={className}
      aria-label={t('removeFactorOf', { name })}
      aria-disabled={remove.isPending}
      onClick={() => {
        if (!remove.isPending) void ask();
      }}
    >
      {t('removeFactor')}
    </Button>
  );
}
