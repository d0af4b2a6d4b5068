import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { publicQuery } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { orderPage } from './order-text';
import type { QueuedOrder } from './order-queue';

type Sender = {
  sending: boolean;
  /** The last attempt failed. */
  failed: boolean;
  /** Sends now. */
  send: () => void;
};

const retryMs = 30_000; // retry interval: `online` may fire before requests succeed

/**
 * Sends the queued orders: on mount, when the browser is online retry, when the page becomes visible,
 * and every 30 s. The code for it is lazy-loaded.
 */
export function useOrderSender(orders: readonly QueuedOrder[]): Sender {
  const [{ sending, failed }, setState] = useState({ sending: false, failed: false });
  const announce = useSentAnnouncement();
  const waiting = orders.some(({ refusal }) => refusal === null);

  const send = async () => setState({ sending: false, failed: !(await attempt(announce)) });
  const trySending = useEffectEvent(() => void send());
  useEffect(() => {
    if (!waiting) return undefined;
    const sendIfVisible = () => {
      if (document.visibilityState === 'visible') trySending();
    };
    const first = setTimeout(trySending);
    const retry = setInterval(sendIfVisible, retryMs);
    window.addEventListener('online', trySending);
    document.addEventListener('visibilitychange', sendIfVisible);
    return () => {
      clearTimeout(first);
      clearInterval(retry);
      window.removeEventListener('online', trySending);
      document.removeEventListener('visibilitychange', sendIfVisible);
    };
  }, [waiting]);

  const sendNow = () => {
    setState({ sending: true, failed: false });
    void send();
  };
  return { sending, failed, send: sendNow };
}

/** One attempt; false if nothing was sent, or if the code could not be loaded. */
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

/** Shows a toast for a sent order, and refetches the stock. */
function useSentAnnouncement() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  return (number: string, name: string) => {
    const link = { label: t('outbox.receipt'), href: orderPage(number, language) };
    notify('good', t('outbox.sent', { number, name }), { links: [link] });
    void queries.invalidateQueries(publicQuery('settings'));
  };
}
