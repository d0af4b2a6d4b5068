import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Button } from '@/shared/ui/button';

export type MenuProps = {
  /** The button that opens the menu, below which it is shown. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

type Props = {
  icon: LucideIcon;
  label: ReactNode;
  /** Renders the menu, which is best lazy-loaded: a MenuPopover. */
  children: (menu: MenuProps) => ReactNode;
};

/** A button of a list's toolbar that opens a menu. */
export function MenuButton({ icon: Icon, label, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        look="line"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="gap-2 px-3 font-normal max-sm:grow lg:min-h-9 lg:py-1"
      >
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Button>
      {/* oxlint-disable-next-line react/refs -- the menu is given the ref, and reads it later */}
      {isOpen && children({ button, onClose: () => setOpen(false) })}
    </>
  );
}
