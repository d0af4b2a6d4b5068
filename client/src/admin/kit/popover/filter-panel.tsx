import { useId, useState, type ReactNode } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { hasEveryWord } from '@/shared/i18n/fold';
import { ShortcutLayer } from '@/admin/kit/shortcuts';
import type { MenuProps } from '@/admin/kit/list/menu-button';
import { MenuPopover } from './menu-popover';

/** The filters of a list in a popover. Each applies at once; the popover stays open. */
export function FilterPanel({ children, ...menu }: MenuProps & { children: ReactNode }) {
  const { t } = useTranslation('admin-kit');
  return (
    <MenuPopover
      {...menu}
      title={t('filters.title')}
      align="start"
      className="max-h-(--radix-popover-content-available-height) w-md max-w-[calc(100vw-1.5rem)]"
    >
      <ShortcutLayer>
        <div className="grid gap-4 p-3">{children}</div>
      </ShortcutLayer>
    </MenuPopover>
  );
}

type SetProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  chosen: readonly Value[] | undefined;
  onChoose: (values: Value[]) => void;
};

/** A filter of which several values can be chosen, with the number of rows of each. */
export function FilterSet<Value extends string>(props: SetProps<Value>) {
  const { label, options, chosen = [], onChoose } = props;
  const language = useLanguage();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {options.map(({ value, label: name, count }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-2 text-small lg:min-h-8 [&:has(:only-child)]:col-span-2"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChoose(
                  target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
              className="size-4.5 shrink-0 accent-accent lg:size-4"
            />
            <bdi className="min-w-0 truncate">{name}</bdi>
            {count !== undefined && (
              <span className="ms-auto text-muted tabular-nums">
                {formatNumber(count, language)}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const shownAtOnce = 8;

/** A set of many values, with a search: the first eight, and what is chosen, show without one. */
export function FilterSearchSet<Value extends string>(
  props: SetProps<Value> & { search: string; none: string },
) {
  const { options, chosen = [], search, none } = props;
  const [text, setText] = useState('');
  const found = options.filter(({ label }) => hasEveryWord(label, text));
  const shown = found.filter(({ value }, at) => at < shownAtOnce || chosen.includes(value));
  return (
    <div className="grid gap-1">
      <FilterSet {...props} options={shown} />
      {options.length > shownAtOnce && (
        <input
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-label={search}
          placeholder={search}
          className="min-h-11 rounded-block border border-edge bg-ground px-2 text-small text-ink placeholder:text-faint lg:min-h-9"
        />
      )}
      {found.length === 0 && <p className="text-small text-muted">{none}</p>}
    </div>
  );
}

type DaysProps = {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChoose: (days: { from?: string | undefined; to?: string | undefined }) => void;
};

/** A period, from its first to its last day. */
export function FilterDays({ label, from, to, onChoose }: DaysProps) {
  const { t } = useTranslation('admin-kit');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Day
          label={t('filters.from')}
          value={from}
          max={to}
          onChange={(day) => onChoose({ from: day })}
        />
        <Day
          label={t('filters.to')}
          value={to}
          min={from}
          onChange={(day) => onChoose({ to: day })}
        />
      </div>
    </fieldset>
  );
}

type DayProps = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

function Day({ label, value, min, max, onChange }: DayProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-small text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        className="min-h-11 w-full min-w-0 rounded-block border border-edge bg-ground px-2 text-small text-ink lg:min-h-9"
      />
    </div>
  );
}
