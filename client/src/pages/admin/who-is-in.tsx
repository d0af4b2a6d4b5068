import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { ConnectionIndicator } from '../../admin/live/connection-indicator';
import { RoleBadge } from '../../features/admin-users/role-badge';

/** The e-mail and role of the signed-in user. */
export function SignedInUser() {
  const { adminUser } = useAdminAuth();
  if (adminUser === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pb-1">
      <p className="max-w-full truncate text-small" title={adminUser.email}>
        <bdi dir="ltr">{adminUser.email}</bdi>
      </p>
      <RoleBadge role={adminUser.role} />
      {/* On its own line, so that a longer text shifts nothing. */}
      <div className="min-h-5 basis-full">
        <ConnectionIndicator />
      </div>
    </div>
  );
}
