import { useTranslation } from '@/shared/i18n';
import { Pill, type PillTone } from '@/shared/ui/pill';
import { newsletterState, type Newsletter, type NewsletterState } from './newsletter';

const tones: Record<NewsletterState, PillTone> = {
  draft: 'other',
  scheduled: 'new',
  sending: 'new',
  sent: 'done',
  cancelled: 'other',
};

export function StatePill({ row }: { row: Pick<Newsletter, 'status'> }) {
  const { t } = useTranslation('admin-newsletter');
  const state = newsletterState(row);
  return <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>;
}
