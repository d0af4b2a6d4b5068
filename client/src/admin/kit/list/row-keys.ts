import type { RefObject } from 'react';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useTranslation } from '@/shared/i18n';
import { stepRow } from './row-events';

/** J and K move the focus through the rows of a list. */
export function useRowKeys(list: RefObject<Element | null>): void {
  const { t } = useTranslation('admin-kit');
  useShortcut('j', t('list.next'), () => stepRow(list.current, 1));
  useShortcut('k', t('list.previous'), () => stepRow(list.current, -1));
}
