import { accountItems, useItemsOf } from '@/admin/kit/account/account-items';
import { asRecord } from '@/shared/api/storage';

/** A saved view: the query string of a list under a name. */
export type SavedView = { name: string; query: string };

// The URL parameters that do not belong to the view: the language, the open row, the page.
const passing = ['lang', 'open', 'page'];

/** The query string of the view, without the parameters above; '' for the default view. */
export function viewQuery(params: URLSearchParams): string {
  const view = new URLSearchParams(params);
  for (const name of passing) view.delete(name);
  view.sort();
  return view.toString();
}

/** The saved views of a screen of the account, with functions to save and remove one. */
export function useSavedViews(screen: string) {
  const items = useItemsOf('view');
  const itemOf = (name: string) => `${screen} ${name}`;
  const views = Object.entries(items).flatMap(([item, value]): SavedView[] => {
    const { query } = asRecord(value);
    const isOne = item.startsWith(itemOf('')) && typeof query === 'string';
    return isOne ? [{ name: item.slice(itemOf('').length), query }] : [];
  });
  return {
    views,
    save: ({ name, query }: SavedView) => accountItems.set('view', itemOf(name), { query }),
    remove: (name: string) => accountItems.set('view', itemOf(name), undefined),
  };
}
