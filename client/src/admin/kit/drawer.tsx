import { useEffect, type ReactNode } from 'react';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { whenIdle } from '@/shared/ui/when-idle';
import { useConfirmLeave } from './use-confirm-leave';
import type { RowNavigation } from './use-open-row';

/*
 * The details of a row, beside its list; on a phone a sheet over it.
 *   <Drawer open={row !== undefined} onClose={close} steps={steps} row={row.id} title={row.name} foot={<Button/>}>
 * J and K open the next and the previous row, Escape closes. Unsaved changes ask for confirmation first.
 * The focus returns to the row in the list.
 */

export type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Beside the title: a status, a badge. */
  aside?: ReactNode;
  steps?: RowNavigation;
  /** The id of the row: on close the focus returns to it in the list. */
  row?: string | undefined;
  /** Whether another user has deleted the row: see rows/use-retained-row. */
  isDeleted?: boolean;
  /** `wide` for forms with three languages side by side. */
  size?: 'plain' | 'wide';
  /** The actions, in a fixed footer. A form has its own footer. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A drawer at the inline end of the page. Its code is loaded when the browser is idle, or when it first opens. */
export function Drawer({ open, onClose, ...rest }: DrawerProps) {
  const leave = useConfirmLeave();
  useEffect(() => whenIdle(DrawerDialog.preload), []);
  if (!open) return null;
  return <DrawerDialog {...rest} leave={leave} onClose={() => void leave(onClose)} />;
}

const DrawerDialog = lazyComponent(
  () => import('./drawer-dialog').then((m) => m.DrawerDialog),
  null,
  LoadFailure,
);
