import { useRef } from 'react';
import { Dialog } from 'radix-ui';
import { ShortcutLayer } from '@/admin/kit/shortcuts';
import { useTranslation } from '@/shared/i18n';
import { CloseIcon } from '@/shared/ui/icons';
import { useMedia } from '@/shared/ui/use-media';
import { AdminMenu } from './admin-menu';
import { MenuFooter } from './menu-footer';

type Props = { role: string | undefined; onClose: () => void };

/** The menu on a phone, as a sheet. Not shown on wide screens, which have the side menu. */
export function MenuSheet({ role, onClose }: Props) {
  const isNavigating = useRef(false);
  const navigate = () => {
    isNavigating.current = true;
    onClose();
  };
  const isWide = useMedia('(min-width: 64rem)');
  return (
    <Dialog.Root open={!isWide} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="admin-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          // After navigation the focus moves to the heading of the new screen.
          onCloseAutoFocus={(event) => {
            if (isNavigating.current) event.preventDefault();
            isNavigating.current = false;
          }}
          className="phone-sheet fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto overscroll-contain border-t border-line bg-raised pb-[max(1rem,env(safe-area-inset-bottom))] text-ink"
        >
          <ShortcutLayer>
            <Sheet role={role} onChosen={navigate} />
          </ShortcutLayer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Sheet({ role, onChosen }: { role: string | undefined; onChosen: () => void }) {
  const { t } = useTranslation(['admin', 'site']);
  return (
    <>
      <div className="sticky top-0 z-10 flex items-center justify-between bg-raised ps-5 pe-3 pt-2">
        <Dialog.Title className="display text-lead">{t('admin:title')}</Dialog.Title>
        <Dialog.Close
          aria-label={t('site:nav.closeMenu')}
          className="grid size-11 place-items-center"
        >
          <CloseIcon />
        </Dialog.Close>
      </div>
      <AdminMenu role={role} onChosen={onChosen} />
      <div className="mt-4">
        <MenuFooter onChosen={onChosen} />
      </div>
    </>
  );
}
