import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { Button } from '../../ui/button';
import { SurveyMark } from '../../ui/icons';
import { Notice } from '../../ui/notice';
import { isTrapped, SpamTrap, useUnhurried } from '../../ui/spam-trap';
import { notify } from '../../ui/toast';
import { useSubmission, type SubmissionState } from '../../ui/use-submission';
import { AddressFields } from './address-fields';
import { clearDraft, loadDraft, saveDraft } from './draft-store';
import { EditionField } from './edition-field';
import { newDraft, readDraft, type OrderDraft } from './order';
import { orderNumber } from './order-number';
import { QuantityField } from './quantity-field';
import { SlipTotal } from './slip-total';
import { usePlaceBookOrder } from './use-place-book-order';
import { uuid } from './uuid';

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
    setDraft(newDraft(uuid()));
  };
  const { state, failure, submit } = useSubmission(outcome, reset);

  const keep = (data: FormData) => {
    const typed = readDraft(data, draft.id);
    saveDraft(typed);
    return typed;
  };
  const send = (data: FormData) => {
    const typed = keep(data);
    return submit(async () => {
      await unhurried();
      const number = isTrapped(data)
        ? orderNumber(Date.now(), Math.random)
        : await order.mutateAsync({ draft: typed, priceMad });
      clearDraft();
      onPlaced();
      setPlaced({ number, draft: typed });
      notify('good', t('order.thanksToast', { number, name: typed.name }));
    });
  };

  return (
    <form
      // A new id is a new slip: its fields start from their own defaults.
      key={draft.id}
      ref={form}
      aria-labelledby="order-title"
      onChange={(event) => keep(new FormData(event.currentTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
      className="slip bg-raised"
    >
      <div className="grid gap-5 p-6 sm:p-9">
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
              form.current === null ? draft : readDraft(new FormData(form.current), draft.id);
            saveDraft({ ...typed, quantity });
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
    <Button
      type="submit"
      disabled={state === 'loading' || state === 'success'}
      className="min-h-14 w-full text-body"
    >
      <SurveyMark />
      {words[state]}
    </Button>
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
