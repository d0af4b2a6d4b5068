import type { ReactNode } from 'react';

type Props = {
  search?: ReactNode;
  /** Selects and saved views, beside the search. */
  filters?: ReactNode;
  /** What can be done with the list as a whole: add, export. */
  actions?: ReactNode;
  /** FilterTabs, on a line of their own. */
  tabs?: ReactNode;
};

/**
 * What stands above a list:
 *   <ListToolbar search={<SearchField …/>} filters={<SavedViews …/>} actions={…} tabs={<FilterTabs …/>} />
 */
export function ListToolbar({ search, filters, actions, tabs }: Props) {
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
    </div>
  );
}
