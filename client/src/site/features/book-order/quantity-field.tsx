import { useId, useState } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { describedBy } from '@/shared/ui/field';
import { asQuantity } from './order';

type Props = {
  value: number;
  max: number;
  /** The server did not accept the number. */
  rejected: boolean;
  onChange: (quantity: number) => void;
};

/**
 * The number of copies, with two buttons. While typing, the field shows the typed text, which may be
 * empty; when it loses the focus, the parsed value. At the maximum a hint says so; above it, an error does, and
 * the browser does not submit the form.
 */
export function QuantityField({ value, max, rejected, onChange }: Props) {
  const { t } = useTranslation('book');
  const most = t('order.most', { count: max, amount: formatNumber(max, useLanguage()) });
  const hint = value === max ? most : undefined;
  const error = value > max ? most : rejected ? t('order.notAccepted') : undefined;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const step =
    'grid size-[min(3rem,16vw)] shrink-0 place-items-center text-2xl hover:bg-ink hover:text-ground';
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        {t('order.quantity')}
      </label>
      <div dir="ltr" className="flex w-fit rounded-block border border-edge bg-raised">
        <button
          type="button"
          className={step}
          aria-label={t('order.fewer')}
          onClick={() => onChange(Math.max(1, value - 1))}
        >
          −
        </button>
        <input
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={max}
          {...describedBy(id, error === undefined ? { hint } : { error })}
          value={typed ?? value}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange(asQuantity(event.currentTarget.value));
          }}
          onBlur={() => setTyped(undefined)}
          className="figure quantity w-[min(3.5rem,18vw)] bg-transparent text-center text-2xl"
        />
        <button
          type="button"
          className={step}
          aria-label={t('order.more')}
          onClick={() => onChange(Math.min(max, value + 1))}
        >
          +
        </button>
      </div>
      {(hint ?? error) !== undefined && (
        <p
          id={`${id}-${error === undefined ? 'hint' : 'error'}`}
          className={`mt-1.5 text-small ${error === undefined ? 'text-muted' : 'text-bad'}`}
        >
          {error ?? hint}{' '}
          <LocalLink to="/contact" className="underline underline-offset-4">
            {t('order.mostLink')}
          </LocalLink>
        </p>
      )}
    </div>
  );
}
