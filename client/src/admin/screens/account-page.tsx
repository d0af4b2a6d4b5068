import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { DeviceList } from '@/admin/features/account/device-list';
import { SecondFactors } from '@/admin/features/account/second-factors';
import { PasswordForm } from '@/admin/features/auth/password-form';
import { ownSessionsQuery } from '@/shared/api/own-sessions';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { PageHeading } from './page-heading';

/** The own account: the password, the second factor, and the devices that are signed in. */
export function AccountPage() {
  const { t } = useTranslation(['admin-account', 'admin-sign-in']);
  const queries = useQueryClient();
  const [saved, setSaved] = useState(0);
  return (
    <>
      <PageHeading title={t('title')} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <section aria-labelledby="account-password">
          <h2 id="account-password" className="display text-title">
            {t('password')}
          </h2>
          <p className="mt-2 mb-5 text-small text-muted">{t('passwordLead')}</p>
          <PasswordForm
            key={saved} // empty after it was saved
            className="max-w-sm"
            onSaved={() => {
              setSaved((count) => count + 1);
              notify('good', t('admin-sign-in:password.saved'), { ms: 8000 });
              void queries.invalidateQueries(ownSessionsQuery);
            }}
          />
        </section>
        <section aria-labelledby="account-factors">
          <h2 id="account-factors" className="display text-title">
            {t('factors.title')}
          </h2>
          <p className="mt-2 mb-5 text-small text-muted">{t('factors.lead')}</p>
          <SecondFactors />
        </section>
        <section aria-labelledby="account-devices">
          <h2 id="account-devices" className="display text-title">
            {t('devices.title')}
          </h2>
          <p className="mt-2 mb-5 text-small text-muted">{t('devices.lead')}</p>
          <DeviceList />
        </section>
      </div>
    </>
  );
}
