import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localPath } from '@/shared/ui/local-link';
import { notify } from '@/shared/ui/toast';
import { useConfirmLeave } from '@/admin/kit/use-confirm-leave';
import { addressOf, itemKinds, screenOf } from './kinds';
import type { AppNotification } from './to-notifications';

/** Duration of the toast. Milliseconds. Badges and page title keep the count. */
const toastMs = 12_000;
const maxNameLength = 60;

/**
 * Shows a toast with a link for new items. Items that arrive while it is shown are added to it. Following
 * the link asks first if there are unsaved changes.
 */
export function useNotifications() {
  const { t } = useTranslation('admin-kit');
  const text = useNotificationText();
  const go = useGo();
  const language = useLanguage();
  const shown = useRef<{ notifications: readonly AppNotification[]; dismiss: () => void }>(
    undefined,
  );
  return (added: readonly AppNotification[]) => {
    if (added.length === 0) return;
    const notifications = [...added, ...(shown.current?.notifications ?? [])];
    shown.current?.dismiss();
    const to = pathOf(notifications);
    const label = notifications.length === 1 ? t('news.open') : t('news.show');
    const toast = { notifications, dismiss: () => {} };
    shown.current = toast;
    toast.dismiss = notify('good', text(notifications), {
      ms: toastMs,
      links: [{ label, href: localPath(to, language), follow: () => go(to) }],
      onRemoved: () => {
        if (shown.current === toast) shown.current = undefined;
      },
    });
  };
}

function useGo() {
  const language = useLanguage();
  const navigate = useNavigate();
  const leave = useConfirmLeave();
  return (to: string) => void leave(() => void navigate(localPath(to, language)));
}

/** The path: of the item, of the list for several items of a kind, else of the dashboard. */
function pathOf(notifications: readonly AppNotification[]): string {
  const [first, ...others] = notifications;
  if (first !== undefined && others.length === 0) return addressOf(first);
  const screens = new Set(notifications.map(({ kind }) => screenOf(kind)));
  const [screen] = screens;
  return screens.size === 1 && screen !== undefined ? screen : '/admin/dashboard';
}

/** The message of a notification, in one line. */
function useNotificationText() {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  return (notifications: readonly AppNotification[]): string => {
    const [first, ...others] = notifications;
    if (first !== undefined && others.length === 0) {
      const { kind, name, count } = first;
      return t(`news.one.${kind}`, { name: isolated(name), count });
    }
    const counts = itemKinds
      .map((kind) => ({ kind, count: notifications.filter((item) => item.kind === kind).length }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => t(`news.many.${kind}`, { count }));
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(counts);
  };
}

/** Isolates the direction of a name from the text around it. */
function isolated(name: string): string {
  const short = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name;
  return `\u2068${short}\u2069`;
}
