import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../admin/shortcuts';

/** The keys that work on every screen; those that lead to screens are in ScreenShortcuts. */
export function useFrameShortcuts(onOver: (what: 'palette' | 'help') => void): void {
  const { t } = useTranslation('admin');
  useShortcut('mod+k', t('palette.open'), () => onOver('palette'));
  useShortcut('?', t('help.title'), () => onOver('help'));
}
