import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { isolated } from './order-text';
import type { OrderDraft } from './order';
import { whatsappLink } from '@/shared/ui/phone';
import type { Placed } from './use-place-book-order';

type Props = { placed: Placed; draft: OrderDraft; whatsapp: string | null };

/** The result of an order, with the sent data and links to the next steps. */
export function OrderThanks({ placed: { number, queued }, draft, whatsapp }: Props) {
  const { t } = useTranslation('book');
  const values = {
    number: isolated(number),
    phone: isolated(draft.phone),
    email: isolated(draft.email),
    name: draft.name,
  };
  return (
    <Notice tone={queued ? 'plain' : 'good'}>
      <p className="display text-title">{t(queued ? 'order.keptTitle' : 'order.thanks', values)}</p>
      <p className="mt-2">{t(queued ? 'order.keptText' : 'order.thanksText', values)}</p>
      {!queued && <NextSteps number={number} draft={draft} whatsapp={whatsapp} />}
    </Notice>
  );
}

type NextProps = { number: string; draft: OrderDraft; whatsapp: string | null };

// E-mail and phone are passed as location state, so that the URL has the number only.
function NextSteps({ number, draft: { name, email, phone }, whatsapp }: NextProps) {
  const { t } = useTranslation('book');
  const chat = whatsappLink(whatsapp ?? '', t('order.whatsappText', { number, name }));
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      <LocalLink
        to={`/confirmation?order=${number}`}
        state={{ email, phone }}
        className={buttonClass('line')}
      >
        {t('order.receipt')}
      </LocalLink>
      {chat !== undefined && (
        <a href={chat} rel="noreferrer" className={buttonClass('line')}>
          {t('order.whatsapp')}
        </a>
      )}
    </p>
  );
}
