import type { ReactNode } from 'react';
import { Popover } from 'radix-ui';
import type { MenuProps } from '@/admin/kit/list/menu-button';

type Props = MenuProps & {
  title: string;
  align: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

/** The menu of a MenuButton. */
export function MenuPopover({ button, title, align, className = '', onClose, children }: Props) {
  const isButton = (target: EventTarget | null) =>
    target instanceof Node && button.current?.contains(target) === true;
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={title}
          className={`admin-menu ${className}`}
          // A click on the button closes it by the button's own handler.
          onInteractOutside={(event) => {
            if (isButton(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
