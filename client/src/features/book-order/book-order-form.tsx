import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { SurveyMark } from '../../ui/icons';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { isTrapped, SpamTrap, useUnhurried } from '../../ui/spam-trap';
import { notify } from '../../ui/toast';
import { useSubmission, type SubmissionState } from '../../ui/use-submission';
import { AddressFields } from './address-fields';
import { clearDraft, freshDraft, loadDraft, saveDraft } from './draft-store';
import { EditionField } from './edition-field';
import { readDraft, type OrderDraft } from './order';
import { QuantityField } from './quantity-field';
import { SlipTotal } from './slip-total';
import { usePlaceBookOrder } from './use-place-book-order';

const outcome = { successMs: 5000, errorMs: 3000 };

type Placed = { number: string; draft: OrderDraft };
type Props = { priceMad: number; onPlaced: () => void };

/** The delivery slip: five fields, an edition and a number of copies, paid on delivery. */
export function BookOrderForm({ priceMad, onPlaced }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(loadDraft);
  const [placed, setPlaced] = useState<Placed>();
  const order = usePlaceBookOrder();
  const unhurried = useUnhurried();
  const form = useRef<HTMLFormElement>(null);
  const reset = () => {
    setPlaced(undefined);
    setDraft(freshDraft());
  };
  const { state, failure, submit } = useSubmission(outcome, reset);

  // What is typed while the thanks are shown belongs to a slip that is spent: kept under its id, it
  // would be taken for the order that was placed, and never be one.
  const keep = (typed: OrderDraft) => {
    if (placed === undefined) saveDraft(typed);
    return typed;
  };
  const send = (data: FormData) => {
    const typed = keep(readDraft(data, draft));
    return submit(async () => {
      await unhurried();
      const number = isTrapped(data)
        ? typed.number
        : await order.mutateAsync({ draft: typed, priceMad });
      clearDraft();
      onPlaced();
      setPlaced({ number, draft: typed });
      notify('good', t('order.thanksToast', { number, name: typed.name }));
    });
  };

  return (
    <form
      ref={form}
      aria-labelledby="order-title"
      onChange={(event) => keep(readDraft(new FormData(event.currentTarget), draft))}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
      className="slip bg-raised"
    >
      {/* A new id is a new slip: its fields start from their own defaults. */}
      <div key={draft.id} className="grid gap-5 p-6 sm:p-9">
        <header>
          <h2 id="order-title" className="display text-title">
            {t('order.title')}
          </h2>
          <p className="mt-2 text-small text-muted">{t('order.lead')}</p>
        </header>
        <EditionField chosen={draft.edition} />
        <AddressFields draft={draft} />
        <QuantityField
          value={draft.quantity}
          onChange={(quantity) => {
            const typed =
              form.current === null ? draft : readDraft(new FormData(form.current), draft);
            keep({ ...typed, quantity });
            setDraft({ ...draft, quantity });
          }}
        />
        <SpamTrap label={t('honeypot')} />
      </div>
      <div className="perforation" aria-hidden="true" />
      <div className="grid gap-5 p-6 sm:p-9">
        <SlipTotal totalMad={draft.quantity * priceMad} />
        {placed !== undefined && <Thanks placed={placed} />}
        {failure !== undefined && <Notice tone="bad">{t(failureKey(failure))}</Notice>}
        <OrderButton state={state} />
        <p className="text-small text-muted">{t('order.consent')}</p>
      </div>
    </form>
  );
}

function OrderButton({ state }: { state: SubmissionState }) {
  const { t } = useTranslation();
  const words = {
    idle: t('order.submit'),
    loading: t('order.sending'),
    success: t('order.done'),
    error: t('order.error'),
  };
  return (
    <SubmitButton
      disabled={state === 'loading' || state === 'success'}
      className="min-h-14 w-full text-body"
    >
      <SurveyMark />
      {words[state]}
    </SubmitButton>
  );
}

function Thanks({ placed: { number, draft } }: { placed: Placed }) {
  const { t } = useTranslation();
  return (
    <Notice tone="good">
      <p className="display text-title">{t('order.thanks', { name: draft.name })}</p>
      <p className="mt-1">
        {t('order.thanksText', {
          number: isolated(number),
          phone: isolated(draft.phone),
          email: isolated(draft.email),
        })}
      </p>
    </Notice>
  );
}

// Numbers and addresses keep their own direction inside Arabic (U+2066 to U+2069, as <bdi dir=ltr>).
const isolated = (text: string) => `\u2066${text}\u2069`;
