import { useNavigate } from 'react-router';
import { CommandPalette } from '../../features/admin-palette/command-palette';
import { HelpSheet } from '../../features/admin-palette/help-sheet';
import type { PaletteEntry } from '../../features/admin-palette/palette-entry';
import { useLanguage } from '../../i18n';
import { localPath } from '../../i18n/local-link';
import { foundKinds, usePaletteGroups } from './use-palette-groups';

type Over = 'palette' | 'help' | undefined;
type Props = { role: string | undefined; over: Over; onOver: (over: Over) => void };

/** What comes over every screen when it is asked for: the palette, and the sheet of keys. */
export function AdminPalette({ role, over, onOver }: Props) {
  const navigate = useNavigate();
  const language = useLanguage();
  const groups = usePaletteGroups(role, () => onOver('help'));
  const follow = ({ to, run }: PaletteEntry) => {
    onOver(undefined);
    run?.();
    if (to !== undefined) void navigate(localPath(to, language));
  };
  return (
    <>
      <CommandPalette
        isOpen={over === 'palette'}
        onOpen={(isOpen) => onOver(isOpen ? 'palette' : undefined)}
        groups={groups}
        kinds={foundKinds(role)}
        onChosen={follow}
      />
      <HelpSheet
        isOpen={over === 'help'}
        onOpen={(isOpen) => onOver(isOpen ? 'help' : undefined)}
      />
    </>
  );
}
