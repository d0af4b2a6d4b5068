import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';

type Props = {
  /** The number of filters that are set. */
  count: number;
  /** Renders the panel, which is best lazy-loaded: a FilterPanel with the fields. */
  children: (panel: FilterPanelProps) => ReactNode;
};

export type FilterPanelProps = {
  /** The button that opens it, below which it is shown. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** A button that opens the filters of a list. */
export function FilterMenu({ count, children }: Props) {
  const { t } = useTranslation('admin-kit');
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
        <ListFilter aria-hidden="true" className="size-4" />
        {t('filters.title')}
        {count > 0 && <span className="tabular-nums">({count})</span>}
      </Button>
      {/* oxlint-disable-next-line react/refs -- the panel is given the ref, and reads it later */}
      {isOpen && children({ button, onClose: () => setOpen(false) })}
    </>
  );
}
