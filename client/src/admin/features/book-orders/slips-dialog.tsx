import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { sb } from '@/shared/api/client';
import { failureText, unwrap } from '@/shared/api/failures';
import { getFixedT, useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { useNamespaces } from '@/shared/i18n/use-namespaces';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { localStore } from '@/shared/api/storage';
import { batchesOf, fetchOrders } from './bulk-orders';
import type { Order } from './order-flag';
import { isEnded } from './order-status';
import {
  PackingSlips,
  slipFormats,
  type Sender,
  type SlipFormat,
  type SlipMessages,
} from './packing-slips';

type Props = { ids: readonly string[]; onClose: () => void };

/** The most slips that are printed at once: 125 sheets of A4. */
const maxSlips = 500;

/** Asks how the packing slips of some orders are printed, and says what is missing on them. */
export function SlipsDialog({ ids, onClose }: Props) {
  const language = useLanguage();
  const isReady = useNamespaces(language, ['admin-slips']);
  return isReady && <Slips ids={ids} onClose={onClose} />;
}

function Slips({ ids, onClose }: Props) {
  const { t } = useTranslation(['admin-slips', 'site']);
  const { data, error, refetch } = useSlips(ids);
  const messages = useSlipMessages();
  return (
    <AdminDialog onClose={onClose} title={t('title')}>
      {ids.length > maxSlips && <p>{t('tooMany', { max: maxSlips })}</p>}
      {error !== null && (
        <FailureNotice
          text={`${t('failed')} ${failureText(t, error)}`}
          retryLabel={t('site:retry')}
          onRetry={() => void refetch()}
        />
      )}
      {ids.length <= maxSlips &&
        error === null &&
        (data === undefined || messages === undefined ? (
          <Spinner label={t('site:loading')} className="min-h-32" />
        ) : (
          <Ready {...data} messages={messages} onClose={onClose} />
        ))}
    </AdminDialog>
  );
}

type ReadyProps = {
  orders: Order[];
  sender: Sender;
  messages: SlipMessages;
  onClose: () => void;
};

const formatKey = 'admin.slip-format';

function Ready({ orders, sender, messages, onClose }: ReadyProps) {
  const { t } = useTranslation('admin-slips');
  const [format, setFormat] = useState<SlipFormat>(
    () => slipFormats.find((each) => each === localStore.readText(formatKey)) ?? 'a4',
  );
  const [isPrinting, setPrinting] = useState(false);
  // Nothing is packed for an order that has ended.
  const packed = orders.filter((order) => !isEnded(order));
  const missing = (['name', 'address', 'phone'] as const).filter((part) => sender[part] === '');
  const noAddress = packed.filter(
    ({ shipping_address: street, shipping_city: city }) =>
      street.trim() === '' || city.trim() === '',
  );
  return (
    <div className="grid gap-4">
      <p>
        {t('count', { count: packed.length })}{' '}
        {packed.length < orders.length && t('ended', { count: orders.length - packed.length })}
      </p>
      {missing.length > 0 && (
        <p className="border-s-4 border-accent bg-ground px-3 py-2 text-small">
          {t('missing', { parts: missing.map((part) => t(`parts.${part}`)).join(t('comma')) })}{' '}
          <LocalLink to="/admin/settings/shipping" className="underline underline-offset-4">
            {t('settings')}
          </LocalLink>
        </p>
      )}
      {noAddress.length > 0 && (
        <p className="border-s-4 border-accent bg-ground px-3 py-2 text-small wrap-anywhere">
          {t('noAddress')}{' '}
          <bdi dir="ltr">{noAddress.map((order) => order.order_number).join(', ')}</bdi>
        </p>
      )}
      <fieldset>
        <legend className="mb-1 text-small font-medium">{t('format')}</legend>
        {slipFormats.map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-2 lg:min-h-9">
            <input
              type="radio"
              name="slip-format"
              checked={format === each}
              onChange={() => {
                localStore.writeText(formatKey, each);
                setFormat(each);
              }}
              className="size-4.5 accent-accent"
            />
            {t(`formats.${each}`)}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button disabled={packed.length === 0} onClick={() => setPrinting(true)}>
          {t('print.action')}
        </Button>
        <Button look="line" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      {isPrinting && (
        <PackingSlips
          {...{ format, sender, messages }}
          orders={packed}
          onPrinted={() => setPrinting(false)}
        />
      )}
    </div>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The orders, and who sends them. */
function useSlips(ids: readonly string[]) {
  return useQuery({
    queryKey: ['book_orders', 'slips', ids],
    enabled: ids.length <= maxSlips,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const client = await sb();
      const settings = unwrap(
        await client
          .from('site_settings')
          .select('key, value')
          .like('key', 'shipping.%')
          .abortSignal(signal),
      );
      const part = (key: string) => textOf(settings.find((row) => row.key === key)?.value).trim();
      const orders: Order[] = [];
      for (const batch of batchesOf(ids)) {
        // oxlint-disable-next-line no-await-in-loop -- batches in their order
        orders.push(...(await fetchOrders(batch, 'created_at', signal)));
      }
      const sender: Sender = {
        name: part('shipping.name'),
        address: part('shipping.address'),
        phone: part('shipping.phone'),
      };
      return { orders, sender };
    },
  });
}

/** The messages of slips in every language; undefined while they load. */
function useSlipMessages(): SlipMessages | undefined {
  const english = useNamespaces('en', ['admin-slips', 'admin-orders']);
  const french = useNamespaces('fr', ['admin-slips', 'admin-orders']);
  const arabic = useNamespaces('ar', ['admin-slips', 'admin-orders']);
  if (!english || !french || !arabic) return undefined;
  const of = (language: 'en' | 'fr' | 'ar') => getFixedT(language, ['admin-slips', 'admin-orders']);
  return { en: of('en'), fr: of('fr'), ar: of('ar') };
}
