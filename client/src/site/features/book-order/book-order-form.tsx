import { useRef, useState } from 'react';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { ConsentLine } from '@/shared/ui/consent-line';
import { hasRequiredValues } from '@/shared/ui/validate-required';
import { Notice } from '@/shared/ui/notice';
import { SubmissionIcon } from '@/shared/ui/submission-icon';
import { SubmitButton } from '@/shared/ui/submit-button';
import { isHoneypotFilled, Honeypot, useMinSubmitTime } from '@/shared/ui/honeypot';
import { notify } from '@/shared/ui/toast';
import { useSubmission, type SubmissionState } from '@/shared/ui/use-submission';
import { formatAmount } from '@/shared/i18n/format';
import { AddressFields } from './address-fields';
import { daysTo, rangeOf, type DeliveryPlace } from './delivery';
import { editions, type Edition } from './edition';
import { isolated, orderPage } from './order-text';
import type { OrderDraft } from './order';
import { whatsappLink } from '@/shared/ui/phone';
import { problemOf } from './order-problem';
import { OrderThanks } from './order-thanks';
import { QuantityField } from './quantity-field';
import { usePlaceBookOrder, type Placed } from './use-place-book-order';
import { useOrderDraft } from './use-order-draft';

const outcome = { successMs: 5000, errorMs: 3000 };

type Props = {
  priceMad: number;
  /** The most copies that the server takes in one order. */
  maxPerOrder: number;
  delivery: DeliveryPlace[];
  whatsapp: string | null;
  edition: Edition;
  /** Chooses an edition; undefined for the default of the language. */
  onEdition: (edition: Edition | undefined) => void;
  onPlaced: () => void;
};

type Sent = { placed: Placed; draft: OrderDraft };

/** The order form. Payment is on delivery. */
export function BookOrderForm({
  priceMad,
  maxPerOrder,
  delivery,
  whatsapp,
  edition,
  onEdition,
  onPlaced,
}: Props) {
  const { t } = useTranslation(['book', 'site']);
  const [watched, watch] = useState<OrderDraft>();
  const [sent, setSent] = useState<Sent>();
  const announce = useAnnouncement(whatsapp);
  const order = usePlaceBookOrder();
  const minSubmitTime = useMinSubmitTime();
  const form = useRef<HTMLFormElement>(null);
  const orderDraft = useOrderDraft();
  const { quantity, city } = watched ?? orderDraft.draft;
  const { state, failure, submit } = useSubmission(outcome, {
    onReset: () => {
      setSent(undefined);
      watch(undefined);
      onEdition(undefined);
      orderDraft.renew();
    },
  });

  const send = (element: HTMLFormElement) => {
    const draft = orderDraft.save(element);
    const isSpam = isHoneypotFilled(new FormData(element));
    return submit(async () => {
      await minSubmitTime();
      const placed = isSpam
        ? { number: draft.number, queued: false }
        : await order.mutateAsync({ draft, priceMad });
      orderDraft.complete();
      setSent({ placed, draft });
      if (placed.queued) return;
      onPlaced();
      announce(placed.number, draft.name);
    });
  };

  const reason = failure ?? orderDraft.refusal;
  const problem = problemOf(reason);
  return (
    <form
      method="dialog"
      ref={form}
      aria-labelledby="order-title"
      onChange={(event) => watch(orderDraft.save(event.currentTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasRequiredValues(event.currentTarget)) void send(event.currentTarget);
      }}
      className="slip bg-raised"
    >
      {/* A new key resets the fields to the initial values. */}
      <div key={orderDraft.key} className="grid grid-cols-1 gap-5 p-[min(1.5rem,5vw)] sm:p-9">
        <OrderFormHeader />
        <EditionField chosen={edition} onChoose={onEdition} />
        <AddressFields draft={orderDraft.draft} problem={problem} />
        <QuantityField
          value={quantity}
          max={maxPerOrder}
          rejected={problem?.field === 'quantity'}
          onChange={(copies) => {
            if (form.current !== null) watch(orderDraft.save(form.current, { quantity: copies }));
          }}
        />
        <Honeypot />
      </div>
      <div className="perforation" aria-hidden="true" />
      <div className="grid grid-cols-1 gap-5 p-[min(1.5rem,5vw)] sm:p-9">
        <OrderTotal totalMad={quantity * priceMad} city={city} delivery={delivery} />
        {sent !== undefined && <OrderThanks {...sent} whatsapp={whatsapp} />}
        {reason !== undefined && (
          <Notice tone="bad">
            {failure === undefined && (
              <p>{t('order.cameBack', { number: isolated(orderDraft.draft.number) })}</p>
            )}
            <p>{failureText(t, reason)}</p>
          </Notice>
        )}
        <OrderButton state={state} queued={sent?.placed.queued === true} />
        <ConsentLine text={t('order.consent')} />
      </div>
    </form>
  );
}

function OrderFormHeader() {
  const { t } = useTranslation('book');
  return (
    <header>
      <h2 id="order-title" className="display text-title">
        {t('order.title')}
      </h2>
      <p className="mt-2 text-small text-muted">{t('order.lead')}</p>
    </header>
  );
}

/** Shows a toast for a placed order, with links to the next steps, and confetti. */
function useAnnouncement(whatsapp: string | null) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  return (number: string, name: string) => {
    const links = [{ label: t('order.receipt'), href: orderPage(number, language) }];
    const chat = whatsappLink(whatsapp ?? '', t('order.whatsappText', { number, name }));
    if (chat !== undefined) links.push({ label: t('order.whatsapp'), href: chat });
    notify('good', t('order.thanksToast', { number, name }), { links });
    void celebrate();
  };
}

function OrderButton({ state, queued }: { state: SubmissionState; queued: boolean }) {
  const { t } = useTranslation('book');
  const labels = {
    idle: t('order.submit'),
    loading: t('order.sending'),
    success: t(queued ? 'order.kept' : 'order.done'),
    error: t('order.error'),
  };
  return (
    <SubmitButton
      disabled={state === 'loading' || state === 'success'}
      className="min-h-14 w-full text-body"
    >
      <SubmissionIcon state={state} />
      {labels[state]}
    </SubmitButton>
  );
}

/**
 * Shows confetti, unless reduced motion is set. Without a worker, because the content security policy
 * forbids it. Errors are ignored.
 */
async function celebrate(): Promise<void> {
  try {
    const { default: confetti } = await import('canvas-confetti');
    const launch = confetti.create(undefined, {
      resize: true,
      useWorker: false,
      disableForReducedMotion: true,
    });
    await launch({
      particleCount: 90,
      spread: 75,
      startVelocity: 38,
      origin: { y: 0.85 },
      colors: ['#b23a12', '#ff8a57', '#e0a526', '#f4ebdd'],
    });
  } catch {
    // Only decoration.
  }
}

type EditionFieldProps = { chosen: Edition; onChoose: (edition: Edition) => void };

/** Radio buttons for the edition. */
function EditionField({ chosen, onChoose }: EditionFieldProps) {
  const { t } = useTranslation('book');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{t('order.edition')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        {editions.map((edition) => (
          <label
            key={edition}
            className="flex min-h-12 items-center gap-3 rounded-block border border-edge bg-raised px-3.5 py-2 has-checked:border-accent has-checked:outline-1 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="edition"
              value={edition}
              checked={edition === chosen}
              onChange={() => onChoose(edition)}
              className="size-4.5 accent-accent"
            />
            {t(`order.editions.${edition}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type OrderTotalProps = { totalMad: number; city: string; delivery: DeliveryPlace[] };

/** Price, payment and delivery time of the order. */
function OrderTotal({ totalMad, city, delivery }: OrderTotalProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const total = t('price', { count: totalMad, amount: formatAmount(totalMad, language) });
  const days = daysTo(city, delivery);
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-[min(1.5rem,4vw)] gap-y-1.5 text-small">
      <dt className="text-muted">{t('order.delivery')}</dt>
      <dd className="text-end">{t('order.free')}</dd>
      {days !== undefined && (
        <>
          <dt className="text-muted">{t('order.deliveryTime')}</dt>
          <dd aria-live="polite" className="text-end">
            {t('delivery.days', { count: days[1], range: isolated(rangeOf(days)) })}
          </dd>
        </>
      )}
      <dt className="text-muted">{t('order.payment')}</dt>
      <dd className="text-end">{t('order.cash')}</dd>
      <dt className="self-end pt-2 text-body">{t('order.total')}</dt>
      <dd aria-live="polite" className="figure pt-2 text-end text-[2.5rem]">
        {total}
      </dd>
    </dl>
  );
}
