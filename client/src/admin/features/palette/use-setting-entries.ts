import { SlidersHorizontal } from 'lucide-react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type messages from '@/shared/i18n/en/admin-settings.json';
import { useNamespaces } from '@/shared/i18n/use-namespaces';
import type { PaletteEntry } from './palette-entry';

/** A group of the settings screen, by its message key. */
export type SettingGroup = keyof (typeof messages)['groups'];

/** The groups of settings, which are also found by what is in them; none while their messages load. */
export function useSettingEntries(groups: readonly SettingGroup[]): PaletteEntry[] {
  const { t } = useTranslation('admin-settings');
  const isLoaded = useNamespaces(useLanguage(), ['admin-settings']);
  if (!isLoaded) return [];
  return groups.map((group) => ({
    id: `setting-${group}`,
    label: t(`groups.${group}.title`),
    also: t(`groups.${group}.lead`),
    note: t(`groups.${group}.lead`),
    icon: SlidersHorizontal,
    to: `/admin/settings/${group}`,
  }));
}
