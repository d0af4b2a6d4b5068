import { createContext, use, useCallback, useRef, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useChangeRow } from '@/admin/kit/rows/use-change-row';
import { useUndo } from '@/admin/kit/undo';
import { Switch } from '@/admin/kit/switch';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { useTranslation } from '@/shared/i18n';
import type { Update } from '@/shared/api/rows';
import type { Order, OrderFlag } from './order-flag';
import { isEnded } from './order-status';

type SetFlag = (order: Order, flag: OrderFlag, value: boolean) => void;

const Context = createContext<SetFlag | undefined>(undefined);

/** Sets a flag of an order: an optimistic update with undo. */
function useSetFlag(): SetFlag {
  const set = use(Context);
  if (set === undefined) throw new Error('useSetFlag must be used within OrderFlags');
  return set;
}

/** Provides one shared mutation for all flag switches of the page. */
export function OrderFlags({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin-orders');
  const queries = useQueryClient();
  const numbers = useRef(new Map<string, string>());
  const dismissOffer = useRef<() => void>(undefined);
  const offerUndo = useUndo();
  const { mutate } = useChangeRow('book_orders', {
    failed: ({ id }) => t('toggleFailed', { number: numbers.current.get(id) ?? '' }),
    // The timeline shows time and author.
    onDone: () => void refresh(queries, ['audit_log']),
  });
  const set = useCallback<SetFlag>(
    ({ id, order_number: number }, flag, value) => {
      numbers.current.set(id, number);
      dismissOffer.current?.(); // only the last change can be undone
      const offer = () => {
        const text = value ? t(`done.${flag}`, { number }) : t(`done.not_${flag}`, { number });
        dismissOffer.current = offerUndo(text, () => mutate({ id, set: flagSet(flag, !value) }));
      };
      mutate({ id, set: flagSet(flag, value) }, { onSuccess: offer });
    },
    [mutate, offerUndo, t],
  );
  return <Context value={set}>{children}</Context>;
}

/** The update for one flag; other flags are not sent. */
function flagSet(flag: OrderFlag, value: boolean): Update<'book_orders'> {
  const set: Update<'book_orders'> = { updated_at: new Date().toISOString() };
  set[flag] = value;
  return set;
}

/** One flag of one order. */
export function OrderFlagSwitch({ order, flag }: { order: Order; flag: OrderFlag }) {
  const { t } = useTranslation('admin-orders');
  const set = useSetFlag();
  return (
    <Switch
      label={t('flagOf', { flag: t(`flags.${flag}`), number: order.order_number })}
      on={order[flag]}
      // An order that has ended is reopened first; only its payment can still change.
      disabled={flag !== 'paid' && isEnded(order)}
      onChange={(value) => set(order, flag, value)}
    />
  );
}
