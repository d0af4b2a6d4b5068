import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/field';
import { orderFilters, type OrderFilter, type OrderView } from './order-view';

const restMs = 300; // typing pauses this long before the list is asked

type Props = { view: OrderView; onChange: (change: Partial<OrderView>) => void };

/** Search and the seven filters. */
export function OrderToolbar({ view, onChange }: Props) {
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(16rem,24rem)_1fr] xl:items-end xl:gap-8">
      <SearchField value={view.search} onSearch={(search) => onChange({ search })} />
      <Filters chosen={view.filter} onChoose={(filter) => onChange({ filter })} />
    </div>
  );
}

function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('admin');
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = () => form.current?.querySelector('input') ?? null;
  const search = () => {
    clearTimeout(timer.current);
    const typed = field()?.value.trim() ?? '';
    if (typed !== value) onSearch(typed);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back and forward change the address: the field follows, unless somebody is typing in it.
  useEffect(() => {
    const input = field();
    if (input !== null && document.activeElement !== input) input.value = value;
  }, [value]);
  return (
    <form
      ref={form}
      role="search"
      aria-label={t('orders.title')}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <TextField
        type="search"
        name="q"
        label={t('orders.search')}
        placeholder={t('orders.searchHint')}
        defaultValue={value}
        maxLength={200}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, restMs);
        }}
      />
    </form>
  );
}

type FiltersProps = { chosen: OrderFilter; onChoose: (filter: OrderFilter) => void };

function Filters({ chosen, onChoose }: FiltersProps) {
  const { t } = useTranslation('admin');
  const title = useId();
  return (
    <fieldset aria-labelledby={title}>
      <legend id={title} className="mb-1.5 text-small font-medium">
        {t('orders.filter')}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {orderFilters.map((filter) => (
          <label
            key={filter}
            className="inline-flex min-h-11 items-center rounded-block border forced-colors:has-checked:forced-color-adjust-none border-edge px-3 text-small whitespace-nowrap hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent lg:min-h-9"
          >
            <input
              type="radio"
              name="order-filter"
              className="sr-only"
              checked={filter === chosen}
              onChange={() => onChoose(filter)}
            />
            {t(`orders.filters.${filter}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
