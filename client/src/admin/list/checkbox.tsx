import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowToggle } from './use-memo-rows';

type Props = {
  label: string;
  state: 'all' | 'some' | 'none';
  /** Gets the press itself: with Shift it reaches to the last tick. */
  onToggle: (event: unknown) => void;
};

/** A box to tick; its target is 44 px on a phone. */
export function Checkbox({ label, state, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null);
  // No attribute says "some": only the element itself can.
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
        onClick={onToggle}
        className="size-4.5 accent-accent lg:size-4"
      />
    </label>
  );
}

/** The box of a row. */
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

// A controlled box asks for it; the press tells more than the change does.
const nothing = () => {};
