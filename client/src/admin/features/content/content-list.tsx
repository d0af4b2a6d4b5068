import { useRef } from 'react';
import { stepRow } from '@/admin/kit/list/row-events';
import { useReorder } from '@/admin/kit/rows/use-reorder';
import { useShortcut } from '@/admin/kit/shortcuts';
import { SortableRows } from '@/admin/kit/sortable-rows';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Content, ContentRow, ContentTable } from './content';
import { ContentRowItem, type RowActions } from './content-row';
import { titleOf } from './content-view';

type Props<T extends ContentTable> = {
  content: Content<T>;
  title: string;
  rows: readonly ContentRow<T>[];
  /** Whether all rows are shown, in the order of the site. */
  canMove: boolean;
  opened: string | undefined;
  actions: RowActions<T>;
};

/** The rows of a content table, in the order of the site where they can be dragged. */
export function ContentList<T extends ContentTable>(props: Props<T>) {
  const { content, title, rows, canMove, opened, actions } = props;
  const { t } = useTranslation(['admin-content', 'admin-kit']);
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const table: ContentTable = content.table;
  const reorder = useReorder(table, {
    failed: t('reason', { what: t(`tables.${table}.moveFailed`) }),
  });
  useShortcut('j', t('admin-kit:list.next'), () => stepRow(list.current, 1));
  useShortcut('k', t('admin-kit:list.previous'), () => stepRow(list.current, -1));
  const hasPlaces = content.order === 'display_order';
  return (
    <div ref={list}>
      <SortableRows
        label={title}
        rows={rows}
        nameOf={(row) => titleOf(content, row, language).text}
        onMove={reorder}
        disabled={!canMove}
        className="border-t border-ink"
      >
        {(row, handle) => (
          <ContentRowItem
            content={content}
            row={row}
            handle={handle}
            isOpen={row.id === opened}
            actions={actions}
          />
        )}
      </SortableRows>
      {hasPlaces && (
        <p className="mt-3 text-small text-muted">{t(canMove ? 'dragToOrder' : 'orderOff')}</p>
      )}
    </div>
  );
}
