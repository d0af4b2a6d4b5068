import { Keyboard, Languages, LogOut, Moon, Plus, SquareArrowOutUpRight, Sun } from 'lucide-react';
import { chosenTheme } from '@/shared/ui/theme';
import { useSignOut } from '@/admin/features/auth/use-sign-out';
import type { PaletteEntry, PaletteGroup } from '@/admin/features/palette/palette-entry';
import type { FoundKind } from '@/admin/features/palette/use-found-rows';
import { groupNames, type GroupName } from '@/admin/features/settings/setting-groups';
import { switchLanguage, useLanguage, useTranslation } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { localPath } from '@/shared/ui/local-link';
import { screensFor } from './screens';

// The screen of each kind of row. Only kinds with an available screen are searched.
const homes: Record<FoundKind, string> = {
  orders: '/admin/book-orders',
  inquiries: '/admin/form-submissions',
  subscribers: '/admin/newsletter',
  posts: '/admin/blog',
  expeditions: '/admin/expeditions',
};
const allKinds: FoundKind[] = ['orders', 'inquiries', 'subscribers', 'posts', 'expeditions'];

/** The groups of settings that a role can open; those without a form have no entry. */
export const settingGroups = (role: string | undefined): GroupName[] =>
  groupNames.filter((name) => name !== 'other' && (name !== 'security' || role === 'super_admin'));

export const foundKinds = (role: string | undefined): FoundKind[] =>
  allKinds.filter((kind) => screensFor(role).some(({ path }) => path === homes[kind]));

/** The static entries of the palette: screens, add commands, and general commands. */
export function usePaletteGroups(role: string | undefined, onHelp: () => void): PaletteGroup[] {
  const { t } = useTranslation('admin');
  const screens = screensFor(role);
  const screenEntries = screens.flatMap(({ path, label, group, icon, keys }) =>
    group === undefined
      ? []
      : [{ id: path, label: t(`screens.${label}`), icon, to: path, ...(keys && { keys }) }],
  );
  const addEntries = screens.flatMap(({ add }) =>
    add === undefined
      ? []
      : [{ id: `add-${add.what}`, label: t(`add.${add.what}`), icon: Plus, to: add.to }],
  );
  return [
    { title: t('palette.screens'), entries: screenEntries },
    { title: t('palette.actions'), entries: [...addEntries, ...useCommands(onHelp)] },
  ];
}

function useCommands(onHelp: () => void): PaletteEntry[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const signOut = useSignOut();
  const website = () => window.location.assign(localPath('/', language));
  return [
    ...languages
      .filter((other) => other !== language)
      .map((other) => ({
        id: `language-${other}`,
        label: languageNames[other],
        icon: Languages,
        run: () => void switchLanguage(other),
      })),
    { id: 'dark', label: t('palette.dark'), icon: Moon, run: () => chosenTheme.set('dark') },
    { id: 'light', label: t('palette.light'), icon: Sun, run: () => chosenTheme.set('light') },
    { id: 'help', label: t('help.title'), icon: Keyboard, keys: '?', run: onHelp },
    { id: 'website', label: t('menu.website'), icon: SquareArrowOutUpRight, run: website },
    { id: 'leave', label: t('menu.signOut'), icon: LogOut, run: () => void signOut() },
  ];
}
