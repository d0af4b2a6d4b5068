import { useQuery } from '@tanstack/react-query';
import { AgeBadge } from '@/admin/kit/age-badge';
import { isItemKind } from '@/admin/kit/notifications/kinds';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { Block } from './block';

/** The oldest unanswered inquiry of each form. The site promises an answer within a day. */
export function WaitingSection() {
  const { t } = useTranslation('admin-dashboard');
  const language = useLanguage();
  return (
    <Block
      title={t('dashboard.waiting')}
      query={useInquiryAges()}
      failed={t('dashboard.waitingFailed')}
    >
      {(ages) =>
        ages.length === 0 ? (
          <p className="text-small text-muted">{t('dashboard.nobodyWaits')}</p>
        ) : (
          <ul className="-my-1 divide-y divide-line">
            {ages.map(({ form_type, waiting, oldest, oldest_id }) => (
              <li key={form_type}>
                <LocalLink
                  to={`/admin/form-submissions?open=${oldest_id}`}
                  className="flex min-h-11 items-center justify-between gap-3 text-small hover:text-accent lg:min-h-9"
                >
                  <span>
                    {isItemKind(form_type) ? t(`dashboard.kinds.${form_type}`) : form_type}{' '}
                    <span className="text-muted">
                      {t('dashboard.waits', {
                        count: waiting,
                        amount: formatNumber(waiting, language),
                      })}
                    </span>
                  </span>
                  <AgeBadge since={oldest} />
                </LocalLink>
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}

async function fetchAges() {
  const client = await sb();
  return unwrap(await client.rpc('inquiry_ages'));
}

/** Unanswered inquiries by form: their number and the time of the oldest. Oldest first. */
const useInquiryAges = () =>
  useQuery({ queryKey: ['form_submissions', 'ages'], queryFn: fetchAges, ...useRefetchInterval() });
