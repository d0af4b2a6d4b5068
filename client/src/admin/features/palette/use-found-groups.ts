import { BookOpen, FileText, Inbox, Mountain, Users } from 'lucide-react';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import type { PaletteEntry, PaletteGroup } from './palette-entry';
import { readRecent, rememberRecent } from './recent-entries';
import { useFoundRows, type FoundKind } from './use-found-rows';
import { useDebouncedValue } from '@/shared/ui/debounce';

const icons = {
  orders: BookOpen,
  inquiries: Inbox,
  subscribers: Users,
  posts: FileText,
  expeditions: Mountain,
};

type Found = {
  groups: PaletteGroup[];
  /** The ids that the server found for exactly this text; others match by their label. */
  ids: ReadonlySet<string>;
  isSearching: boolean;
  problem: string | undefined;
};

/** The search results, grouped by kind; without a text the recent entries. */
export function useFoundGroups(typed: string, kinds: readonly FoundKind[]): Found {
  const { t } = useTranslation(['admin', 'site']);
  const { data, error, isFetching } = useFoundRows(useDebouncedValue(typed), kinds);
  const failure = error ?? data?.failure;
  const rows = typed.trim() === '' ? [] : (data?.rows ?? []);
  const entries = rows.map((row): PaletteEntry & { kind: FoundKind } => ({
    ...row,
    id: `${row.kind}-${row.id}`,
    icon: icons[row.kind],
    run: () => rememberRecent({ ...row, id: `${row.kind}-${row.id}` }),
  }));
  const found = kinds
    .map((kind) => ({
      title: t(`admin:palette.kinds.${kind}`),
      entries: entries.filter((entry) => entry.kind === kind),
    }))
    .filter((group) => group.entries.length > 0);
  const recent = readRecent().map((each) => ({ ...each, icon: icons[each.kind] }));
  const recentGroup = { title: t('admin:palette.recent'), entries: recent };
  return {
    groups: typed.trim() === '' && recent.length > 0 ? [recentGroup] : found,
    // Else Enter could choose a result of a shorter text.
    ids: new Set(data?.text === typed.trim() ? entries.map(({ id }) => id) : []),
    isSearching: isFetching,
    problem:
      failure === undefined || typed.trim() === ''
        ? undefined
        : `${t('admin:palette.failed')} ${failureText(t, failure)}`,
  };
}
