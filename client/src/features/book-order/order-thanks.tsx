import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../i18n/local-link';
import { buttonClass } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { isolated } from './isolated';
import type { OrderDraft } from './order';
import { whatsappLink } from '../../ui/whatsapp';
import type { Placed } from './use-place-book-order';

type Props = { placed: Placed; draft: OrderDraft; whatsapp: string | null };

/** What became of the order, with the data that was sent and what can be done next. */
export function OrderThanks({ placed: { number, queued }, draft, whatsapp }: Props) {
  const { t } = useTranslation('book');
  const said = {
    number: isolated(number),
    phone: isolated(draft.phone),
    email: isolated(draft.email),
    name: draft.name,
  };
  return (
    <Notice tone={queued ? 'plain' : 'good'}>
      <p className="display text-title">{t(queued ? 'order.keptTitle' : 'order.thanks', said)}</p>
      <p className="mt-2">{t(queued ? 'order.keptText' : 'order.thanksText', said)}</p>
      {!queued && <NextSteps number={number} draft={draft} whatsapp={whatsapp} />}
    </Notice>
  );
}

type NextProps = { number: string; draft: OrderDraft; whatsapp: string | null };

// The receipt's page is told by whom, within this browser alone: the address has the number only.
function NextSteps({ number, draft: { name, email, phone }, whatsapp }: NextProps) {
  const { t } = useTranslation('book');
  const text = t('order.whatsappText', { number, name });
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      <LocalLink
        to={`/confirmation?order=${number}`}
        state={{ email, phone }}
        className={buttonClass('line')}
      >
        {t('order.receipt')}
      </LocalLink>
      {whatsapp !== null && (
        <a href={whatsappLink(whatsapp, text)} rel="noreferrer" className={buttonClass('line')}>
          {t('order.whatsapp')}
        </a>
      )}
    </p>
  );
}
