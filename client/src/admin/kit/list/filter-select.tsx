import { useId } from 'react';
import { useTranslation } from '@/shared/i18n';
import { DownIcon } from '@/shared/ui/icons';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value | undefined;
  /** The label for no filter: 'All'. */
  all: string;
  onChoose: (value: Value | undefined) => void;
};

/** A filter as a select, for many options. */
export function FilterSelect<Value extends string>(props: Props<Value>) {
  const { label, options, chosen, all, onChoose } = props;
  const { t } = useTranslation('admin-kit');
  const id = useId();
  return (
    <div className="relative min-w-0 max-sm:grow max-sm:basis-32">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={({ target }) => {
          onChoose(options.find(({ value }) => value === target.value)?.value);
        }}
        className="min-h-11 w-full appearance-none truncate rounded-block border border-edge bg-raised ps-3 pe-9 text-small text-ink lg:min-h-9"
      >
        <option value="">{t('list.filter', { label, all })}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 end-2.5 grid place-items-center">
        <DownIcon />
      </span>
    </div>
  );
}
