import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { FormSwitch } from '@/admin/kit/form/form-choice';
import { failureText } from '@/shared/api/failures';
import { ownFactorsQuery } from '@/shared/api/second-factors';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { SettingGroup } from '../setting-group';
import { otherwise } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const key = 'admin.second_factor_required';

const read = z.object({
  admin: z.object({ second_factor_required: otherwise(z.boolean(), false) }),
});
const write = () => z.object({ admin: z.object({ second_factor_required: z.boolean() }) });

/**
 * Whether admins must use a second factor. The server lets only a super admin with a factor of their own
 * turn it on; without one the form is replaced by the way to it.
 */
export function SecurityGroup({ rows }: { rows: Setting[] }) {
  const { t } = useTranslation(['admin-settings', 'site']);
  const labels = useSettingLabels();
  const own = useQuery(ownFactorsQuery);
  const isOn = rows.some((row) => row.key === key && row.value === true);
  if (own.isError) {
    return (
      <FailureNotice
        text={failureText(t, own.error)}
        retryLabel={t('site:retry')}
        onRetry={() => void own.refetch()}
      />
    );
  }
  if (own.data === undefined) return <Spinner label={t('site:loading')} className="min-h-24" />;
  if (!isOn && own.data.length === 0) {
    return (
      <Notice tone="plain" className="mb-6">
        <p>{t('secondFactorFirst')}</p>
        <LocalLink
          to="/admin/account"
          className="inline-flex min-h-11 items-center underline underline-offset-6"
        >
          {t('secondFactorSetUp')}
        </LocalLink>
      </Notice>
    );
  }
  return (
    <SettingGroup id="security" {...{ rows, read, write }}>
      <FormSwitch
        name="admin.second_factor_required"
        {...labels('secondFactor', 'secondFactorHint')}
      />
    </SettingGroup>
  );
}
