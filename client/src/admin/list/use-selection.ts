import { useCallback, useMemo, useState } from 'react';

/** The ids that are ticked, as the table keeps them. */
type Ticked = Record<string, true>;

export type Selection = {
  ticked: Ticked;
  /** The ids, in the order in which they were ticked. */
  ids: string[];
  change: (next: Ticked | ((now: Ticked) => Ticked)) => void;
  clear: () => void;
};

/**
 * What is ticked in a list, for one thing done to many. It belongs to what is looked at: pass the view
 * (or its page and filters), and another one begins with nothing ticked, for what is not seen must not
 * be changed with the rest.
 */
export function useSelection(view: unknown): Selection {
  const [{ of, ticked }, set] = useState<{ of: unknown; ticked: Ticked }>({ of: view, ticked: {} });
  const now = useMemo(() => (of === view ? ticked : {}), [of, view, ticked]);
  const change = useCallback<Selection['change']>(
    (next) =>
      set((was) => {
        const current = was.of === view ? was.ticked : {};
        return { of: view, ticked: typeof next === 'function' ? next(current) : next };
      }),
    [view],
  );
  const clear = useCallback(() => change({}), [change]);
  return useMemo(
    () => ({ ticked: now, ids: Object.keys(now), change, clear }),
    [now, change, clear],
  );
}
