import { useRef, type ReactNode } from 'react';
import { Dialog } from 'radix-ui';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { CloseIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { Toasts } from '@/shared/ui/toast';
import type { DrawerProps } from './drawer';
import { restoreFocus } from './restore-focus';
import { ShortcutLayer, useShortcut } from './shortcuts';
import type { useConfirmLeave } from './use-confirm-leave';
import type { RowNavigation } from './use-open-row';

type Leave = ReturnType<typeof useConfirmLeave>;

type Props = Omit<DrawerProps, 'open'> & { leave: Leave };

/** The dialog of an open drawer. */
export function DrawerDialog({ onClose, ...rest }: Props) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Panel {...rest} />
    </Dialog.Root>
  );
}

function Panel(props: Omit<Props, 'onClose'>) {
  const {
    title,
    aside,
    steps,
    row,
    isDeleted = false,
    size = 'plain',
    foot,
    leave,
    children,
  } = props;
  const { t } = useTranslation(['admin-kit', 'site']);
  const content = useRef<HTMLDivElement>(null);
  const restore = useRef<(row?: string) => void>(undefined);
  const [width, toasts] =
    size === 'wide'
      ? (['lg:w-[min(76rem,92vw)]', 'content'] as const)
      : (['[--drawer:38rem] lg:w-(--drawer)', 'beside'] as const);
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="admin-veil" />
      <Dialog.Content
        ref={content}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          restore.current = restoreFocus();
          content.current?.focus({ preventScroll: true });
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          restore.current?.(row);
        }}
        onEscapeKeyDown={(event) => {
          // Escape closes the dialog over the drawer first. Radix would prevent the browser from it.
          const dialog = content.current?.querySelector<HTMLDialogElement>('dialog[open]');
          if (!dialog) return;
          event.preventDefault();
          dialog.close();
        }}
        tabIndex={-1}
        className={`admin-drawer prints-alone [--sheet:var(--color-raised)] w-full outline-none ${width}`}
      >
        <ShortcutLayer>
          <header className="flex items-center gap-2 border-b border-line py-2 ps-4 pe-2 lg:ps-6">
            <Dialog.Title className="me-auto min-w-0 text-lead font-medium wrap-anywhere">
              {title}
            </Dialog.Title>
            {aside}
            {steps && <StepButtons steps={steps} leave={leave} />}
            <Dialog.Close className="grid size-11 shrink-0 place-items-center lg:size-9 print:hidden">
              <CloseIcon />
              <span className="sr-only">{t('site:close')}</span>
            </Dialog.Close>
          </header>
          <div className="relative flex min-h-0 grow flex-col">
            <div className="grow overflow-y-auto overscroll-contain px-4 py-4 has-[.form-foot]:scroll-pb-16 [--form-foot:-1rem] [--form-head:-1rem] lg:px-6 print:overflow-visible">
              {isDeleted && (
                <Notice tone="bad" className="mb-4">
                  {t('drawer.gone')}
                </Notice>
              )}
              {children}
            </div>
            <Toasts closeLabel={t('site:close')} at={toasts} />
          </div>
          {foot !== undefined && (
            <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-6 print:hidden">
              {foot}
            </footer>
          )}
        </ShortcutLayer>
      </Dialog.Content>
    </Dialog.Portal>
  );
}

function StepButtons({
  steps: { previous, next, place },
  leave,
}: {
  steps: RowNavigation;
  leave: Leave;
}) {
  const { t } = useTranslation('admin-kit');
  const up = previous && (() => void leave(previous));
  const down = next && (() => void leave(next));
  useShortcut('j', t('list.next'), down);
  useShortcut('k', t('list.previous'), up);
  return (
    <div className="flex shrink-0 items-center print:hidden">
      {place && (
        <span className="px-1 text-small text-muted tabular-nums max-sm:sr-only">
          {t('drawer.place', place)}
        </span>
      )}
      <StepButton label={t('list.previous')} run={up} icon={<ChevronUp aria-hidden="true" />} />
      <StepButton label={t('list.next')} run={down} icon={<ChevronDown aria-hidden="true" />} />
    </div>
  );
}

type StepProps = { label: string; run: (() => void) | undefined; icon: ReactNode };

// Not `disabled`: a disabled button would lose the focus at the last row.
const StepButton = ({ label, run, icon }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={run === undefined}
    onClick={run}
    className="grid size-11 place-items-center hover:text-accent aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:opacity-50 lg:size-9 [&_svg]:size-5"
  >
    {icon}
  </button>
);
