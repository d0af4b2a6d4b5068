import { useCallback, useMemo, useState } from 'react';

/** The selected ids, as TanStack Table stores them. */
type SelectedIds = Record<string, true>;

export type Selection = {
  selected: SelectedIds;
  /** The selected ids, in the order of selection. */
  ids: string[];
  change: (next: SelectedIds | ((now: SelectedIds) => SelectedIds)) => void;
  clear: () => void;
};

/**
 * The selected rows of a list, for bulk actions. The selection belongs to a view: pass the view (or its
 * page and filters). Another view starts with an empty selection, so that hidden rows are never changed.
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
