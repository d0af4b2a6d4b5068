import { useSearchParams } from 'react-router';
import { Bookmark } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { MenuButton } from './menu-button';
import { useSavedViews, viewQuery } from './saved-views-store';

/*
 * Saved views: searches, filters and sorts under a name, kept by the account:
 *   <SavedViews screen="book-orders" />   beside the search, in the toolbar's `filters`
 */

const ViewsPopover = lazyComponent(
  () => import('@/admin/kit/popover/views-popover').then((m) => m.ViewsPopover),
  null,
  LoadFailure,
);

/** A menu of the saved views of a screen, labelled with the current view. The menu is lazy-loaded. */
export function SavedViews({ screen }: { screen: string }) {
  const { t } = useTranslation('admin-kit');
  const [params] = useSearchParams();
  const { views } = useSavedViews(screen);
  const current = views.find(({ query }) => query === viewQuery(params));
  const label = <span className="max-w-40 truncate">{current?.name ?? t('views.title')}</span>;
  return (
    <MenuButton icon={Bookmark} label={label}>
      {(menu) => <ViewsPopover {...menu} screen={screen} />}
    </MenuButton>
  );
}
