import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { creationError, CreationError } from './creation-error';
import type { NewAdmin } from './new-admin';

async function createAdminUser(admin: NewAdmin): Promise<void> {
  const client = await sb();
  const { data } = await client.auth.getSession();
  if (data.session === null) throw new CreationError('signedOut', '');
  const { error } = await client.functions.invoke('create-admin-user', { body: admin });
  if (error !== null) throw await creationError(error);
}

/** Makes an account and its admin record, both or neither: the server function sees to that. */
export function useCreateAdminUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createAdminUser,
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin_users'] }),
  });
}
