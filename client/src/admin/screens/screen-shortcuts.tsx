import { useNavigate } from 'react-router';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localPath } from '@/shared/ui/local-link';
import { screensFor, type Screen } from './screens';

/** The shortcut of each screen. One component per screen, because useShortcut is a hook. */
export function ScreenShortcuts({ role }: { role: string | undefined }) {
  return screensFor(role).map((screen) => <ScreenShortcut key={screen.path} screen={screen} />);
}

function ScreenShortcut({ screen: { path, label, keys } }: { screen: Screen }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const language = useLanguage();
  const go = () => void navigate(localPath(path, language));
  useShortcut(keys ?? '', t(`screens.${label}`), keys === undefined ? undefined : go);
  return null;
}
