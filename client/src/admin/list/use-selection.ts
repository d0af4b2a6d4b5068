import { useCallback, useMemo, useState } from 'react';

/** The ids that are ticked, as the table keeps them. */
type SelectedIds = Record<string, true>;

export type Selection = {
  selected: SelectedIds;
  /** The ids, in the order in which they were ticked. */
  ids: string[];
  change: (next: SelectedIds | ((now: SelectedIds) => SelectedIds)) => void;
  clear: () => void;
};

/**
 * What is ticked in a list, for one thing done to many. It belongs to what is looked at: pass the view
 * (or its page and filters), and another one begins with nothing ticked, for what is not seen must not
 * be changed with the rest.
 */
export function useSelection(view: unknown): Selection {
  const [{ of, selected }, set] = useState<{ of: unknown; selected: SelectedIds }>({
    of: view,
    selected: {},
  });
  const now = useMemo(() => (of === view ? selected : {}), [of, view, selected]);
  const change = useCallback<Selection['change']>(
    (next) =>
      set((was) => {
        const current = was.of === view ? was.selected : {};
        return { of: view, selected: typeof next === 'function' ? next(current) : next };
      }),
    [view],
  );
  const clear = useCallback(() => change({}), [change]);
  return useMemo(
    () => ({ selected: now, ids: Object.keys(now), change, clear }),
    [now, change, clear],
  );
}
