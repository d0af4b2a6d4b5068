import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSearchChange } from './use-search-change';

type Named = { id: string };

/*
 * The open row in the URL (?open=<id>), so that it can be shared and Back closes it:
 *   const { opened, open, close, steps } = useOpenRow(rows);
 *   <DataTable onOpen={open} opened={opened} … />
 *   <Drawer open={row !== undefined} onClose={close} steps={steps} …>
 * `steps` opens the previous and the next row of the list.
 */

/** Instead of a row id: the form for a new row. */
export const newRow = 'new';

export type RowNavigation = {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** '3 of 25', as numbers; undefined if the open row is not in the list. */
  place: { at: number; of: number } | undefined;
};

/** The open row in the URL, and functions to change it. */
export function useOpenRow(rows: readonly Named[]) {
  const [params, setParams] = useSearchChange();
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = params.get('open') ?? undefined;
  const put = useCallback(
    (id: string | undefined, options: { replace: boolean; state?: object }) =>
      setParams((now) => withOpen(now, id), options),
    [setParams],
  );
  const open = useCallback(
    (id: string) => put(id, { replace: false, state: { openedHere: true } }),
    [put],
  );
  // A row opened from the list is closed by history.back, so that Back does not open it again.
  const close = () => (isOpenedHere(state) ? void navigate(-1) : put(undefined, { replace: true }));
  const to = (row: Named | undefined) =>
    row && (() => put(row.id, { replace: true, state: state ?? undefined }));
  const at = rows.findIndex(({ id }) => id === opened);
  const steps: RowNavigation = {
    previous: at > 0 ? to(rows[at - 1]) : undefined,
    next: at >= 0 ? to(rows[at + 1]) : undefined,
    place: at >= 0 ? { at: at + 1, of: rows.length } : undefined,
  };
  return { opened, open, close, steps };
}

function withOpen(params: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === undefined) next.delete('open');
  else next.set('open', id);
  return next;
}

const isOpenedHere = (state: unknown) =>
  typeof state === 'object' && state !== null && 'openedHere' in state;
