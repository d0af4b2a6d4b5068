import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { buttonClass } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { isolated } from './isolated';
import type { OrderDraft } from './order';
import { orderPage, whatsAppLink } from './order-links';
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
      <p className="mt-1">{t(queued ? 'order.keptText' : 'order.thanksText', said)}</p>
      {!queued && <NextSteps number={number} name={draft.name} whatsapp={whatsapp} />}
    </Notice>
  );
}

type NextProps = { number: string; name: string; whatsapp: string | null };

function NextSteps({ number, name, whatsapp }: NextProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const text = t('order.whatsappText', { number, name });
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      <a href={orderPage(number, language)} className={buttonClass('line')}>
        {t('order.receipt')}
      </a>
      {whatsapp !== null && (
        <a href={whatsAppLink(whatsapp, text)} rel="noreferrer" className={buttonClass('line')}>
          {t('order.whatsapp')}
        </a>
      )}
    </p>
  );
}
