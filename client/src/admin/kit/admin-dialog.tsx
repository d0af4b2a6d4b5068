import type { ComponentProps } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Dialog } from '@/shared/ui/dialog';
import { ShortcutLayer } from './shortcuts';

type Props = Omit<ComponentProps<typeof Dialog>, 'closeLabel' | 'open'> & {
  /** Defaults to true: a dialog that is mounted when it opens. */
  open?: boolean;
};

/** A dialog of the back-office. The shortcuts of the screen below are off while it is open. */
export function AdminDialog({ open = true, children, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog {...rest} open={open} closeLabel={t('close')}>
      <ShortcutLayer>{children}</ShortcutLayer>
    </Dialog>
  );
}
