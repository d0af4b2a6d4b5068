import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asQuantity, maxQuantity } from './order';

type Props = { value: number; onChange: (quantity: number) => void };

/**
 * The number of copies, with two buttons. While typing, the field shows the typed text, which may be
 * empty; when it loses the focus, the parsed value.
 */
export function QuantityField({ value, onChange }: Props) {
  const { t } = useTranslation('book');
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
          max={maxQuantity}
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
          onClick={() => onChange(Math.min(maxQuantity, value + 1))}
        >
          +
        </button>
      </div>
    </div>
  );
}
