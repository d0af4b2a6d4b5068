import { AdminMark } from './admin-mark';
import { AdminMenu } from './admin-menu';
import { MenuFoot } from './menu-foot';
import { SearchButton } from './search-button';

type Props = { role: string | undefined; onSearch: () => void };

/** The side menu on wide screens. */
export function AdminRail({ role, onSearch }: Props) {
  return (
    <header className="sticky top-0 hidden h-dvh flex-col border-e border-line bg-raised lg:flex">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 px-5 pt-2 pb-3">
        <AdminMark />
        <SearchButton onClick={onSearch} />
      </div>
      <div className="admin-scrolls grow overflow-y-auto overscroll-contain pb-2">
        <AdminMenu role={role} />
      </div>
      <MenuFoot />
    </header>
  );
}
