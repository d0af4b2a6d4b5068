import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicQuery } from '../../api/public-data';
import { useLanguage } from '../../i18n';
import { notify } from '../../ui/toast';
import { orderPage } from './order-links';
import type { QueuedOrder } from './order-queue';

type Sender = {
  sending: boolean;
  /** The last attempt did not get through. */
  failed: boolean;
  /** Tries now. */
  send: () => void;
};

const againMs = 30_000; // a network that says it is there may lead nowhere yet

/**
 * Sends the orders that wait: on arrival, when the browser has a network again, when the page is
 * looked at, and every half minute. What sends them is loaded when there is something to send.
 */
export function useOrderSender(orders: readonly QueuedOrder[]): Sender {
  const [{ sending, failed }, setState] = useState({ sending: false, failed: false });
  const announce = useSentAnnouncement();
  const waiting = orders.some(({ refusal }) => refusal === null);

  const send = async () => setState({ sending: false, failed: !(await attempt(announce)) });
  const trySending = useEffectEvent(() => void send());
  useEffect(() => {
    if (!waiting) return undefined;
    const lookedAt = () => {
      if (document.visibilityState === 'visible') trySending();
    };
    const first = setTimeout(trySending);
    const again = setInterval(lookedAt, againMs);
    window.addEventListener('online', trySending);
    document.addEventListener('visibilitychange', lookedAt);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      window.removeEventListener('online', trySending);
      document.removeEventListener('visibilitychange', lookedAt);
    };
  }, [waiting]);

  const press = () => {
    setState({ sending: true, failed: false });
    void send();
  };
  return { sending, failed, send: press };
}

/** One attempt; false where nothing got through, for want of the network or of the code itself. */
async function attempt(announce: (number: string, name: string) => void): Promise<boolean> {
  try {
    const { sendQueuedOrders } = await import('./send-orders');
    const sent = await sendQueuedOrders();
    sent.forEach(({ number, name }) => announce(number, name));
    return sent.length > 0;
  } catch {
    return false;
  }
}

/** Says that an order went out, and asks for the copies left again. */
function useSentAnnouncement() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  return (number: string, name: string) => {
    const link = { label: t('outbox.receipt'), href: orderPage(number, language) };
    notify('good', t('outbox.sent', { number, name }), { links: [link] });
    void queries.invalidateQueries({ queryKey: publicQuery('settings').queryKey });
  };
}
