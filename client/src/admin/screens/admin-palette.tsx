import { useNavigate } from 'react-router';
import type { PaletteEntry } from '@/admin/features/palette/palette-entry';
import { PaletteField } from '@/admin/features/palette/palette-field';
import { useLanguage } from '@/shared/i18n';
import { localPath } from '@/shared/ui/local-link';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { foundKinds, settingGroups, usePaletteGroups } from './use-palette-groups';

type Closing = { onOpen: (isOpen: boolean) => void };

const Failed = ({ onOpen }: Closing) => <LoadFailure onClose={() => onOpen(false)} />;

const CommandPalette = lazyComponent(
  () => import('@/admin/features/palette/command-palette').then((m) => m.CommandPalette),
  <PaletteField />,
  Failed,
);
const HelpSheet = lazyComponent(
  () => import('@/admin/features/palette/help-sheet').then((m) => m.HelpSheet),
  null,
  Failed,
);

type Overlay = 'palette' | 'help' | undefined;
type Props = { role: string | undefined; overlay: Overlay; onOverlay: (overlay: Overlay) => void };

/** The overlays of every screen, lazy-loaded: the command palette, and the list of shortcuts. */
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
      {overlay === 'palette' && (
        <CommandPalette
          isOpen
          onOpen={(isOpen) => onOverlay(isOpen ? 'palette' : undefined)}
          groups={groups}
          kinds={foundKinds(role)}
          settings={settingGroups(role)}
          onChosen={follow}
        />
      )}
      {overlay === 'help' && (
        <HelpSheet isOpen onOpen={(isOpen) => onOverlay(isOpen ? 'help' : undefined)} />
      )}
    </>
  );
}
