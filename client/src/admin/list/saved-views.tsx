import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Bookmark } from 'lucide-react';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy';
import { LoadFailure } from '@/ui/load-failure';
import { useSavedViews, viewQuery } from './saved-views-store';

/*
 * Saved views: searches, filters and sorts under a name, kept by the account:
 *   <SavedViews screen="book-orders" />   beside the search, in the toolbar's `filters`
 */

const ViewsPopover = lazyComponent(
  () => import('./views-popover').then((module) => module.ViewsPopover),
  null,
  LoadFailure,
);

/** A menu of the saved views of a screen, labelled with the current view. The menu is lazy-loaded. */
export function SavedViews({ screen }: { screen: string }) {
  const { t } = useTranslation('admin-kit');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [params] = useSearchParams();
  const { views } = useSavedViews(screen);
  const current = views.find(({ query }) => query === viewQuery(params));
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
        <Bookmark aria-hidden="true" className="size-4" />
        <span className="max-w-40 truncate">{current?.name ?? t('views.title')}</span>
      </Button>
      {isOpen && <ViewsPopover button={button} screen={screen} onClose={() => setOpen(false)} />}
    </>
  );
}
