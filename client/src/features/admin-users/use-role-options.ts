import { useTranslation } from 'react-i18next';
import { adminRoles } from './admin-record';

/** The roles as a select offers them. */
export function useRoleOptions() {
  const { t } = useTranslation('admin');
  return adminRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
}
