import { useNavigate } from 'react-router';
import { CommandPalette } from '@/features/admin-palette/command-palette';
import { HelpSheet } from '@/features/admin-palette/help-sheet';
import type { PaletteEntry } from '@/features/admin-palette/palette-entry';
import { useLanguage } from '@/i18n';
import { localPath } from '@/i18n/local-link';
import { foundKinds, usePaletteGroups } from './use-palette-groups';

type Overlay = 'palette' | 'help' | undefined;
type Props = { role: string | undefined; overlay: Overlay; onOverlay: (overlay: Overlay) => void };

/** The overlays of every screen: the command palette, and the list of shortcuts. */
export function AdminPalette({ role, overlay, onOverlay }: Props) {
  const navigate = useNavigate();
  const language = useLanguage();
  const groups = usePaletteGroups(role, () => onOverlay('help'));
  const follow = ({ to, run }: PaletteEntry) => {
    onOverlay(undefined);
    run?.();
    if (to !== undefined) void navigate(localPath(to, language));
  };
  return (
    <>
      <CommandPalette
        isOpen={overlay === 'palette'}
        onOpen={(isOpen) => onOverlay(isOpen ? 'palette' : undefined)}
        groups={groups}
        kinds={foundKinds(role)}
        onChosen={follow}
      />
      <HelpSheet
        isOpen={overlay === 'help'}
        onOpen={(isOpen) => onOverlay(isOpen ? 'help' : undefined)}
      />
    </>
  );
}
