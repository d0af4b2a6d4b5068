import { use } from 'react';
import { useLanguage } from '../../i18n';
import { forgetScreen, openScreen, refetchScreen } from './screen-modules';
import { ScreenBoundary } from './screen-boundary';
import type { Screen } from './screens';

/** A screen once it is here. Until then the one before it stays: what waits for it is in AdminRoutes. */
export function ScreenView({ screen }: { screen: Screen }) {
  const language = useLanguage();
  return (
    <ScreenBoundary
      onRetry={() => forgetScreen(screen)}
      onFetch={() => refetchScreen(screen, language)}
    >
      <OpenedScreen screen={screen} />
    </ScreenBoundary>
  );
}

function OpenedScreen({ screen }: { screen: Screen }) {
  return use(openScreen(screen, useLanguage()));
}
