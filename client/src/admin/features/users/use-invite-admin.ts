import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passwordLink } from '@/admin/kit/password-link';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { useLanguage } from '@/shared/i18n';
import type { Invitation } from './new-admin';
import { callAdminFunction } from './use-create-admin-user';

/**
 * Invites an admin by e-mail. For a pending invitation it sends a new link, and the old one ends. Throws a
 * CreationError.
 */
export function useInviteAdmin() {
  const queries = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      callAdminFunction('invite-admin-user', {
        ...invitation,
        redirect_to: passwordLink(invitation.language ?? language),
      }),
    networkMode: 'always', // offline, fail at once instead of waiting
    onSuccess: () => refresh(queries, ['admin_users']),
  });
}
