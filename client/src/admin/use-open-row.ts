import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

type Named = { id: string };

/*
 * Which row is open, in the address (?open=<id>), so that it can be passed on and Back closes it:
 *   const { opened, open, close, steps } = useOpenRow(rows);
 *   <DataTable onOpen={open} opened={opened} … />
 *   <Drawer open={row !== undefined} onClose={close} steps={steps} …>
 * `steps` leads to the rows before and after it, as they are listed.
 */

/** In the place of a row's id: the form for one more. */
export const newRow = 'new';

export type RowNavigation = {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** '3 of 25', as numbers; undefined where the open row is not listed. */
  place: { at: number; of: number } | undefined;
};

/** Reads and writes which row is open. */
export function useOpenRow(rows: readonly Named[]) {
  const [params, setParams] = useSearchParams();
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
  // What was opened here is left by a step back, so that Back does not open it again.
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
