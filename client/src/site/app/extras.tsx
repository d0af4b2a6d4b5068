import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { PendingOrders } from '@/site/features/book-order/pending-orders';
import { LanguageHint } from '@/site/features/language-hint/language-hint';
import { OfflineLine } from '@/site/features/offline/offline-line';
import { useLanguage } from '@/shared/i18n';
import { cacheForOffline, registerServiceWorker } from './offline';

/** Components that the first paint does not need; lazy-loaded when the browser is idle. */
export function Extras() {
  const { pathname } = useLocation();
  const language = useLanguage();
  useEffect(registerServiceWorker, []);
  useEffect(() => cacheForOffline(pathname, language), [pathname, language]);
  return (
    <>
      <OfflineLine />
      <LanguageHint />
      <PendingOrders />
    </>
  );
}
