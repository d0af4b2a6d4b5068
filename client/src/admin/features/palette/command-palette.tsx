import { useEffect, useRef, useState, type RefObject } from 'react';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { restoreFocus } from '@/admin/kit/restore-focus';
import { ShortcutLayer } from '@/admin/kit/shortcuts';
import { useTranslation, useLanguage } from '@/shared/i18n';
import { KeyCap } from './key-cap';
import { paletteFieldClass, typedAhead } from './palette-field';
import { scoreOf, type PaletteEntry, type PaletteGroup } from './palette-entry';
import { useFoundGroups } from './use-found-groups';
import type { FoundKind } from './use-found-rows';
import { SlidersHorizontal } from 'lucide-react';
import type messages from '@/shared/i18n/en/admin-settings.json';
import { useNamespaces } from '@/shared/i18n/use-namespaces';

type Props = {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  groups: PaletteGroup[];
  /** The kinds of rows to search. */
  kinds: readonly FoundKind[];
  /** The groups of the settings screen. */
  settings: readonly SettingGroup[];
  /** Called with the chosen entry after the palette is closed. */
  onChosen: (entry: PaletteEntry) => void;
};

/** The command palette: screens, actions, settings, and rows that the server finds. */
export function CommandPalette({ isOpen, onOpen, onChosen, ...rest }: Props) {
  const { t } = useTranslation('admin');
  const navigates = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const restore = useRef<() => void>(undefined);
  const choose = (entry: PaletteEntry) => {
    navigates.current = entry.to !== undefined;
    onChosen(entry);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="admin-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            restore.current = restoreFocus();
            // After the text that was typed ahead: Radix would select it, and the next letter replace it.
            const end = field.current?.value.length ?? 0;
            field.current?.focus();
            field.current?.setSelectionRange(end, end);
          }}
          // After navigation the new screen focuses its heading; else the focus is restored.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!navigates.current) restore.current?.();
            navigates.current = false;
          }}
          className="admin-palette"
        >
          <Dialog.Title className="sr-only">{t('palette.open')}</Dialog.Title>
          <ShortcutLayer>
            <Commands {...rest} field={field} onChosen={choose} />
          </ShortcutLayer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type CommandsProps = Omit<Props, 'isOpen' | 'onOpen'> & {
  field: RefObject<HTMLInputElement | null>;
};

function Commands({ groups, kinds, settings, field, onChosen }: CommandsProps) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState(typedAhead.get);
  useEffect(() => typedAhead.set(''), []);
  const found = useFoundGroups(typed, kinds);
  // Only searched: without a text the list would be long.
  const settingEntries = useSettingEntries(settings);
  const settingGroups =
    typed.trim() === '' ? [] : [{ title: t('palette.settings'), entries: settingEntries }];
  return (
    <Command
      label={t('palette.open')}
      loop
      filter={(_id, search, [label = '', also = '', always] = []) =>
        always === undefined ? scoreOf(label, also, search) : 0.4
      }
      className="flex min-h-0 flex-col"
    >
      <Command.Input
        ref={field}
        value={typed}
        onValueChange={setTyped}
        placeholder={t('palette.placeholder')}
        className={paletteFieldClass}
      />
      <Command.List
        className="min-h-0 grow overflow-y-auto overscroll-contain p-2"
        label={t('palette.results')}
      >
        <Command.Empty className="px-3 py-6 text-center text-muted">
          {found.isSearching ? t('palette.searching') : t('palette.empty')}
        </Command.Empty>
        {[...groups, ...settingGroups, ...found.groups].map(({ title, entries }) => (
          <Command.Group key={title} heading={title} className="admin-palette-group">
            {entries.map((entry) => (
              <Line
                // cmdk ranks an item once per text, so it is remounted when it becomes a result or stops
                // being one.
                key={`${entry.id} ${found.ids.has(entry.id)}`}
                entry={entry}
                isFound={found.ids.has(entry.id)}
                onChosen={onChosen}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className="px-4 text-small text-bad not-empty:py-2">
        {found.problem}
      </p>
    </Command>
  );
}

type LineProps = {
  entry: PaletteEntry;
  isFound: boolean;
  onChosen: (entry: PaletteEntry) => void;
};

function Line({ entry, isFound, onChosen }: LineProps) {
  const Icon = entry.icon;
  return (
    <Command.Item
      value={entry.id}
      // The server may have matched another column than the label.
      keywords={[entry.label, entry.also ?? '', ...(isFound ? ['always'] : [])]}
      onSelect={() => onChosen(entry)}
      className="flex min-h-11 items-center gap-3 rounded-block px-3 py-1.5 data-[selected=true]:bg-ink data-[selected=true]:text-ground lg:min-h-9"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
      <span className="grid min-w-0 items-baseline gap-x-3 lg:flex">
        <bdi className="truncate">{entry.label}</bdi>
        {entry.note !== undefined && (
          <bdi className="min-w-0 shrink truncate text-small opacity-75">{entry.note}</bdi>
        )}
      </span>
      {entry.keys !== undefined && (
        <span className="ms-auto hidden shrink-0 lg:block">
          <KeyCap keys={entry.keys} />
        </span>
      )}
    </Command.Item>
  );
}

/** A group of the settings screen, by its message key. */
type SettingGroup = keyof (typeof messages)['groups'];

/** The groups of settings, which are also found by what is in them; none while their messages load. */
function useSettingEntries(groups: readonly SettingGroup[]): PaletteEntry[] {
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
