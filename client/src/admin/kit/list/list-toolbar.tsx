import type { ReactNode } from 'react';

type Props = {
  search?: ReactNode;
  /** Selects and saved views, next to the search. */
  filters?: ReactNode;
  /** Actions for the whole list: add, export. */
  actions?: ReactNode;
  /** FilterTabs, on their own line. */
  tabs?: ReactNode;
  /** FilterChips, below the tabs. */
  chips?: ReactNode;
};

/**
 * The toolbar above a list:
 *   <ListToolbar search={<SearchField …/>} filters={<SavedViews …/>} actions={…} tabs={<FilterTabs …/>} />
 */
export function ListToolbar({ search, filters, actions, tabs, chips }: Props) {
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {search}
        {filters}
        {actions !== undefined && (
          <div className="ms-auto flex flex-wrap gap-2 max-sm:grow max-sm:*:grow">{actions}</div>
        )}
      </div>
      {tabs}
      {chips}
    </div>
  );
}
