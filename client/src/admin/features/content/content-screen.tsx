import { useMemo } from 'react';
import { DeletedNotice } from '@/admin/kit/deleted-notice';
import { ListFrame } from '@/admin/kit/list/list-frame';
import { useAllRows } from '@/admin/kit/rows/use-all-rows';
import { useOpenedRow } from '@/admin/kit/rows/use-opened-row';
import { newRow, useOpenRow } from '@/admin/kit/use-open-row';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import type { Content, ContentTable } from './content';
import { ContentDrawer } from './content-drawer';
import { ContentList } from './content-list';
import { ContentToolbar } from './content-toolbar';
import { shownRows } from './content-view';
import { useContentActions } from './use-content-actions';
import { useContentView } from './use-content-view';

type Props<T extends ContentTable> = {
  content: Content<T>;
  /** The title of the screen. */
  title: string;
};

/** A content table: its list, and the form that opens beside it at ?open=<id> or ?open=new. */
export function ContentScreen<T extends ContentTable>({ content, title }: Props<T>) {
  const { t } = useTranslation('admin-content');
  const language = useLanguage();
  const table: ContentTable = content.table;
  const found = useAllRows(content.table, { sort: content.order });
  const view = useContentView(content);
  const { search, status, missing, tab, sort } = view.query;
  const all = found.data;
  const rows = useMemo(
    () => shownRows(content, all ?? [], { search, status, missing, tab, sort }, language),
    [content, all, search, status, missing, tab, sort, language],
  );
  const opening = useOpenRow(rows);
  const { opened, open, close } = opening;
  const { isDeleted } = useOpenedRow(table, all, opened);
  const actions = useContentActions(content, open, (id) => id === opened && close());
  const isNone = all !== undefined && all.length === 0;
  return (
    <>
      <ContentToolbar content={content} rows={all ?? []} view={view} />
      {isDeleted && <DeletedNotice text={t('gone')} onClose={close} />}
      <ListFrame
        found={found}
        failed={t(`tables.${table}.loadFailed`)}
        empty={isNone ? t(`tables.${table}.empty`) : t('noneFit')}
        isEmpty={() => rows.length === 0}
        onReset={isNone ? undefined : view.reset}
        emptyAction={<Button onClick={() => open(newRow)}>{t(`tables.${table}.add`)}</Button>}
      >
        {() => (
          <ContentList
            content={content}
            title={title}
            rows={rows}
            canMove={sort === 'display_order' && !view.isNarrowed}
            opened={opened}
            actions={actions}
          />
        )}
      </ListFrame>
      <ContentDrawer {...{ content, opening, actions }} rows={all} kind={tab} />
    </>
  );
}
