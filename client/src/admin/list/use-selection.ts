import { useCallback, useMemo, useState } from 'react';

type SelectedIds = Record<string, true>;

export type Selection = {
  selected: SelectedIds;
  /** The selected ids, in the order of selection. */
  ids: string[];
  /** Selects or deselects rows. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
};

/**
 * The selected rows of a list, for bulk actions. The selection belongs to a view: pass the view (or its
 * page and filters). Another view starts with an empty selection, so that hidden rows are never changed.
 */
export function useSelection(view: unknown): Selection {
  const [{ of, selected }, setState] = useState<{ of: unknown; selected: SelectedIds }>({
    of: view,
    selected: {},
  });
  const now = useMemo(() => (of === view ? selected : {}), [of, view, selected]);
  const set = useCallback<Selection['set']>(
    (ids, isSelected) =>
      setState((was) => {
        const changed = { ...(was.of === view && was.selected) };
        for (const id of ids) {
          if (isSelected) changed[id] = true;
          else delete changed[id];
        }
        return { of: view, selected: changed };
      }),
    [view],
  );
  const clear = useCallback(() => setState({ of: view, selected: {} }), [view]);
  return useMemo(() => ({ selected: now, ids: Object.keys(now), set, clear }), [now, set, clear]);
}
