import { useId, useLayoutEffect, useRef } from 'react';
import { useLanguage } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';

type Tab<Value extends string> = { value: Value; label: string; count?: number | undefined };

type Props<Value extends string> = {
  /** The name of the filter: 'Status'. Visually hidden. */
  label: string;
  tabs: readonly Tab<Value>[];
  /** Undefined where the filters are none of the tabs. */
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
};

/** A filter as tabs with counts, for a few options. On a phone the row scrolls, to the chosen tab. */
export function FilterTabs<Value extends string>({ label, tabs, chosen, onChoose }: Props<Value>) {
  const language = useLanguage();
  const name = useId();
  const chosenTab = useRef<HTMLLabelElement>(null);
  // The tabs are wider with their counts.
  const areCounted = tabs.every(({ count }) => count !== undefined);
  useLayoutEffect(() => {
    if (chosenTab.current !== null) scrollRowTo(chosenTab.current);
  }, [chosen, areCounted]);
  return (
    <fieldset className="-mx-(--spacing-gutter) min-w-0 lg:mx-0">
      <legend className="sr-only">{label}</legend>
      {/* Relative, so that the visually hidden inputs scroll with their tab and do not widen the page. */}
      <div className="relative flex gap-1.5 overflow-x-auto px-(--spacing-gutter) py-1 [scrollbar-width:none] lg:flex-wrap lg:px-0">
        {tabs.map((tab) => (
          <label
            key={tab.value}
            ref={tab.value === chosen ? chosenTab : undefined}
            className="relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-block border border-edge px-3 text-small whitespace-nowrap hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:min-h-8 lg:px-2.5 forced-colors:has-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={tab.value === chosen}
              onChange={() => onChoose(tab.value)}
            />
            {tab.label}
            {tab.count !== undefined && (
              <span className="tabular-nums opacity-75">{formatNumber(tab.count, language)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Scrolls the row of a tab until the tab is in it. The page does not scroll: its list may be read. */
function scrollRowTo(tab: HTMLElement): void {
  const row = tab.parentElement;
  if (row === null) return;
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
}

type OptionalProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  labelOf: (value: Value | 'all') => string;
  counts?: Partial<Record<Value | 'all', number>>;
  /** Undefined for all. */
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
};

/** FilterTabs of a filter that can be unset: the first tab is `all`. */
export function OptionalTabs<Value extends string>(props: OptionalProps<Value>) {
  const { label, values, labelOf, counts, chosen, onChoose } = props;
  return (
    <FilterTabs<Value | 'all'>
      label={label}
      tabs={['all' as const, ...values].map((value) => ({
        value,
        label: labelOf(value),
        count: counts?.[value],
      }))}
      chosen={chosen ?? 'all'}
      onChoose={(next) => onChoose(values.find((value) => value === next))}
    />
  );
}
