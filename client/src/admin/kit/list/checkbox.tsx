import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '@/shared/i18n';
import type { RowToggle, SetSelected } from './data-table';

type Props = {
  label: string;
  state: 'all' | 'some' | 'none';
  onToggle: SetSelected;
};

/** A checkbox with a target of 44 px on a phone. */
export function Checkbox({ label, state, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null);
  // `indeterminate` is a property without an HTML attribute.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className="grid size-11 place-items-center lg:size-9">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={state === 'all'}
        onChange={nothing}
        onClick={({ currentTarget, shiftKey }) => onToggle(currentTarget.checked, shiftKey)}
        className="size-4.5 accent-accent lg:size-4"
      />
    </label>
  );
}

/** The checkbox of a row. */
export function RowCheckbox({ toggle, name }: { toggle: RowToggle; name: string }) {
  const { t } = useTranslation('admin-kit');
  return (
    <Checkbox
      label={t('list.tick', { name })}
      state={toggle.isOn ? 'all' : 'none'}
      onToggle={toggle.change}
    />
  );
}

// A controlled checkbox needs onChange; onClick has the Shift key.
const nothing = () => {};
