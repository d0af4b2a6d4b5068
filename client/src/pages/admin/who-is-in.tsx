import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { ConnectionIndicator } from '../../admin/live/connection-indicator';
import { RoleBadge } from '../../features/admin-users/role-badge';

/** Who is signed in, and as what. */
export function WhoIsIn() {
  const { adminUser } = useAdminAuth();
  if (adminUser === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pb-1">
      <p className="max-w-full truncate text-small" title={adminUser.email}>
        <bdi dir="ltr">{adminUser.email}</bdi>
      </p>
      <RoleBadge role={adminUser.role} />
      {/* A line of its own, so that nothing moves when the word becomes a longer one. */}
      <div className="min-h-5 basis-full">
        <ConnectionIndicator />
      </div>
    </div>
  );
}
