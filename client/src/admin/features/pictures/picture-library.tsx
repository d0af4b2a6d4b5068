import { useListView } from '@/admin/kit/list/use-list-view';
import { PictureBrowser } from '@/admin/kit/pictures/picture-browser';
import { PictureUpload } from '@/admin/kit/pictures/picture-upload';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { PictureDrawer } from './picture-drawer';

const none: [] = [];

/** The library: upload, grid and the details of the picture in the URL. */
export function PictureLibrary() {
  const { view, setView } = useListView({
    filters: { show: ['unused', 'undescribed'], tag: 'text' },
    sorts: ['created_at'],
    defaultSort: '-created_at',
  });
  const { open } = useOpenRow(none);
  const { search, page, filters } = view;
  return (
    <>
      <PictureUpload />
      <PictureBrowser
        view={{ search, page, ...filters }}
        onView={({ search: typed, page: turned, ...changed }) =>
          setView({
            ...(typed !== undefined && { search: typed }),
            ...(turned !== undefined && { page: turned }),
            filters: changed,
          })
        }
        onOpen={open}
      />
      <PictureDrawer />
    </>
  );
}
