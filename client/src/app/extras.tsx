import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { PendingOrders } from '../features/book-order/pending-orders';
import { LanguageHint } from '../features/language-hint/language-hint';
import { OfflineLine } from '../features/offline/offline-line';
import { useLanguage } from '../i18n';
import { keepOffline, workOffline } from './offline';

/** What no page needs for its first paint: it comes when the browser has nothing else to do. */
export function Extras() {
  const { pathname } = useLocation();
  const language = useLanguage();
  useEffect(workOffline, []);
  useEffect(() => keepOffline(pathname, language), [pathname, language]);
  return (
    <>
      <OfflineLine />
      <LanguageHint />
      <PendingOrders />
    </>
  );
}
