import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../admin/shortcuts';

/** The shortcuts of the palette and the help. Those of screens are in ScreenShortcuts. */
export function useFrameShortcuts(onOverlay: (overlay: 'palette' | 'help') => void): void {
  const { t } = useTranslation('admin');
  useShortcut('mod+k', t('palette.open'), () => onOverlay('palette'));
  useShortcut('?', t('help.title'), () => onOverlay('help'));
}
