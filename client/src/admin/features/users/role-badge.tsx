import { useTranslation } from '@/shared/i18n';
import { Pill } from '@/shared/ui/pill';
import { adminRoles } from './admin-record';

/** The role of an admin. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('admin');
  return role === 'super_admin' ? (
    <Pill tone="new">{t('roles.super_admin')}</Pill>
  ) : (
    <Pill tone="other">{t('roles.admin')}</Pill>
  );
}

/** The options of the role select. */
export function useRoleOptions() {
  const { t } = useTranslation('admin');
  return adminRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
}
