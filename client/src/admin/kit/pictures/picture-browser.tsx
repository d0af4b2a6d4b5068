import { FilterSelect } from '@/admin/kit/list/filter-select';
import { FilterTabs } from '@/admin/kit/list/filter-tabs';
import { ListFrame } from '@/admin/kit/list/list-frame';
import { ListPager } from '@/admin/kit/list/list-pager';
import { ListToolbar } from '@/admin/kit/list/list-toolbar';
import { SearchField } from '@/admin/kit/list/search-field';
import { useTranslation } from '@/shared/i18n';
import type { ListedPicture } from './picture';
import { PictureGrid } from './picture-grid';
import { usePictures, usePictureTags, type PictureView } from './use-pictures';

type Props = {
  view: PictureView;
  /** A change other than of the page begins at the first page. */
  onView: (change: Partial<PictureView>) => void;
  chosen?: string | undefined;
  onOpen: (id: string, pictures: readonly ListedPicture[]) => void;
};

/** The library as a grid with search, filters and pages. */
export function PictureBrowser({ view, onView, chosen, onOpen }: Props) {
  const { t } = useTranslation('admin-pictures');
  const found = usePictures(view);
  const { data: tags = [] } = usePictureTags();
  const isNarrowed = view.search !== '' || view.tag !== undefined || view.show !== undefined;
  const shows = ['all', 'unused', 'undescribed'] as const;
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            value={view.search}
            hint={t('search')}
            onSearch={(search) => onView({ search })}
          />
        }
        filters={
          tags.length > 0 && (
            <FilterSelect
              label={t('tag')}
              all={t('all')}
              options={tags.map(({ tag }) => ({ value: tag, label: tag }))}
              chosen={view.tag}
              onChoose={(tag) => onView({ tag })}
            />
          )
        }
        tabs={
          <FilterTabs
            label={t('show')}
            tabs={shows.map((value) => ({ value, label: t(value) }))}
            chosen={view.show ?? 'all'}
            onChoose={(show) => onView({ show: show === 'all' ? undefined : show })}
          />
        }
      />
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t(isNarrowed ? 'noneFound' : 'empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={
          isNarrowed ? () => onView({ search: '', tag: undefined, show: undefined }) : undefined
        }
      >
        {(page) => (
          <>
            <PictureGrid
              label={t('title')}
              pictures={page.rows}
              chosen={chosen}
              onOpen={(id) => onOpen(id, page.rows)}
            />
            <ListPager found={page} onTurn={(turned) => onView({ page: turned })} />
          </>
        )}
      </ListFrame>
    </>
  );
}
