import { useCallback, useMemo, useState } from 'react';

type SelectedIds = Record<string, true>;

export type Selection = {
  selected: SelectedIds;
  /** The selected ids, in the order of selection. */
  ids: string[];
  /** Selects or deselects rows. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  /** Whether it began as all rows that match the view, not only those of a page. */
  isAll: boolean;
  /** Selects all rows that match: the ids of every page. */
  setAll: (ids: readonly string[]) => void;
  clear: () => void;
};

/**
 * The selected rows of a list, for bulk actions. The selection belongs to a view: pass the view, or what of it
 * decides which rows match. Another view starts with an empty selection, so that hidden rows are never changed.
 */
export function useSelection(view: unknown): Selection {
  const [{ of, selected, isAll }, setState] = useState<Selected>({ of: view, ...nothing });
  const isNow = of === view;
  const now = useMemo(() => (isNow ? selected : {}), [isNow, selected]);
  const set = useCallback<Selection['set']>(
    (ids, isSelected) =>
      setState((was) => {
        const isSame = was.of === view;
        const changed = { ...(isSame && was.selected) };
        for (const id of ids) {
          if (isSelected) changed[id] = true;
          else delete changed[id];
        }
        return { of: view, selected: changed, isAll: isSame && was.isAll };
      }),
    [view],
  );
  const setAll = useCallback<Selection['setAll']>(
    (ids) =>
      setState({
        of: view,
        selected: Object.fromEntries(ids.map((id) => [id, true])),
        isAll: true,
      }),
    [view],
  );
  const clear = useCallback(() => setState({ of: view, ...nothing }), [view]);
  return useMemo(
    () => ({ selected: now, ids: Object.keys(now), isAll: isNow && isAll, set, setAll, clear }),
    [now, isNow, isAll, set, setAll, clear],
  );
}

type Selected = { of: unknown; selected: SelectedIds; isAll: boolean };
const nothing = { selected: {}, isAll: false };
