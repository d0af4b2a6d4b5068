import { useTranslation } from 'react-i18next';
import { Pill } from '../../ui/pill';

/** An admin's role in a word. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('admin');
  return role === 'super_admin' ? (
    <Pill tone="new">{t('roles.super_admin')}</Pill>
  ) : (
    <Pill tone="other">{t('roles.admin')}</Pill>
  );
}
