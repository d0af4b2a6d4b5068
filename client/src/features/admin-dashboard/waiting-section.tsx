import { useTranslation } from 'react-i18next';
import { AgeBadge } from '../../admin/age-badge';
import { isItemKind } from '../../admin/notifications/kinds';
import { useLanguage } from '../../i18n';
import { formatNumber } from '../../i18n/format';
import { LocalLink } from '../../i18n/local-link';
import { Block } from './block';
import { useInquiryAges } from './use-inquiry-ages';

/** Who has waited longest for an answer, of each form: an answer was promised within a day. */
export function WaitingSection() {
  const { t } = useTranslation('admin');
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
