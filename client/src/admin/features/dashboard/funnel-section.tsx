import { sum } from 'd3-array';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { Block } from './block';

const steps = ['new', 'confirmed', 'paid', 'fulfilled'] as const;
const ended = ['cancelled', 'refused', 'returned'] as const;

/** The list that each number links to: it has as many orders. */
const lists = {
  new: 'state=new',
  confirmed: 'state=confirmed&state=fulfilled',
  paid: 'filter=paid',
  fulfilled: 'state=fulfilled',
  ended: ended.map((state) => `state=${state}`).join('&'),
} as const;

/** The order funnel: the number of orders at each step. */
export function FunnelSection() {
  const { t } = useTranslation('admin-dashboard');
  return (
    <Block
      title={t('dashboard.funnel')}
      query={useOrderFunnel()}
      failed={t('dashboard.funnelFailed')}
    >
      {(funnel) => <Steps funnel={funnel} />}
    </Block>
  );
}

function Steps({ funnel }: { funnel: Funnel }) {
  const { t } = useTranslation('admin-dashboard');
  const language = useLanguage();
  return (
    <>
      <ul className="grid gap-2.5">
        {steps.map((step) => {
          const share = funnel.placed === 0 ? 0 : funnel[step] / funnel.placed;
          return (
            <li key={step}>
              <LocalLink
                to={`/admin/book-orders?${lists[step]}`}
                className="group block min-h-11 lg:min-h-0"
              >
                <span className="flex justify-between gap-3 text-small">
                  <span className="group-hover:text-accent">{t(`dashboard.steps.${step}`)}</span>
                  <span className="tabular-nums">
                    <strong className="font-medium">{formatNumber(funnel[step], language)}</strong>{' '}
                    <span className="text-muted">
                      {t('dashboard.percent', { amount: formatNumber(share * 100, language) })}
                    </span>
                  </span>
                </span>
                <span aria-hidden="true" className="mt-1 block h-2 bg-line">
                  <span
                    className={`block h-full ${step === 'new' ? 'bg-status-new' : 'bg-good'}`}
                    style={{ inlineSize: `${share * 100}%` }}
                  />
                </span>
              </LocalLink>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-small text-muted">
        {t('dashboard.placed', {
          count: funnel.placed,
          amount: formatNumber(funnel.placed, language),
        })}
      </p>
      {funnel.cancelled + funnel.refused + funnel.returned > 0 && (
        <p className="mt-1 text-small text-muted">
          <LocalLink
            to={`/admin/book-orders?${lists.ended}`}
            className="underline decoration-line underline-offset-4 hover:decoration-accent"
          >
            {t('dashboard.endedOrders', {
              cancelled: formatNumber(funnel.cancelled, language),
              refused: formatNumber(funnel.refused, language),
              returned: formatNumber(funnel.returned, language),
            })}
          </LocalLink>
        </p>
      )}
    </>
  );
}

type Step = (typeof steps)[number] | (typeof ended)[number];
/** The number of orders, of those at each step or beyond, and of those that have ended. Spam is none. */
type Funnel = Record<'placed' | Step, number>;

async function fetchFunnel(): Promise<Funnel> {
  const client = await sb();
  const kinds = unwrap(await client.rpc('order_counts', {}));
  const placed = kinds.filter(({ order_status: state }) => state !== 'spam');
  const inStates = (...states: string[]) =>
    sum(placed, ({ order_status: state, orders }) => (states.includes(state) ? orders : 0));
  return {
    placed: sum(placed, ({ orders }) => orders),
    new: inStates('new'),
    confirmed: inStates('confirmed', 'fulfilled'),
    paid: sum(placed, ({ paid, orders }) => (paid ? orders : 0)),
    fulfilled: inStates('fulfilled'),
    cancelled: inStates('cancelled'),
    refused: inStates('refused'),
    returned: inStates('returned'),
  };
}

/** The query of the order funnel. */
const useOrderFunnel = () =>
  useQuery({ queryKey: ['book_orders', 'funnel'], queryFn: fetchFunnel, ...useRefetchInterval() });
