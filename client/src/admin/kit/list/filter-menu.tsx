import type { ReactNode } from 'react';
import { ListFilter } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { MenuButton, type MenuProps } from './menu-button';

type Props = {
  /** The number of filters that are set. */
  count: number;
  /** Renders the panel, which is best lazy-loaded: a FilterPanel with the fields. */
  children: (panel: MenuProps) => ReactNode;
};

/** A button that opens the filters of a list. */
export function FilterMenu({ count, children }: Props) {
  const { t } = useTranslation('admin-kit');
  const label = (
    <>
      {t('filters.title')}
      {count > 0 && <span className="tabular-nums">({count})</span>}
    </>
  );
  return (
    <MenuButton icon={ListFilter} label={label}>
      {children}
    </MenuButton>
  );
}
