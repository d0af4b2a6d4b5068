import { useEffect, useRef } from 'react';
import { useTranslation } from '@/shared/i18n';
import { createStore } from '@/shared/ui/store';

/** The input from before the code of the palette was loaded. */
export const typedAhead = createStore('');

/** The classes of the palette's field. */
export const paletteFieldClass =
  'min-h-13 w-full border-b border-line bg-transparent px-4 text-body outline-none placeholder:text-faint';

/**
 * Shown until the code of the palette is loaded: its field, whose text the palette takes over. It gives the
 * focus back before the palette takes it, which restores it when it closes.
 */
export function PaletteField() {
  const { t } = useTranslation('admin');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    typedAhead.set('');
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="admin-palette">
      <input
        ref={field}
        aria-label={t('palette.open')}
        placeholder={t('palette.placeholder')}
        onChange={({ target }) => typedAhead.set(target.value)}
        className={paletteFieldClass}
      />
    </div>
  );
}
