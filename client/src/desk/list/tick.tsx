import { useLayoutEffect, useRef } from 'react';

type Props = {
  label: string;
  state: 'all' | 'some' | 'none';
  /** Gets the press itself: with Shift it reaches to the last tick. */
  onTick: (event: unknown) => void;
};

/** A box to tick; its target is 44 px on a phone. */
export function Tick({ label, state, onTick }: Props) {
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
        onClick={onTick}
        className="size-4.5 accent-accent lg:size-4"
      />
    </label>
  );
}

// A controlled box asks for it; the press tells more than the change does.
const nothing = () => {};
