import { use } from 'react';
import { useLanguage } from '@/shared/i18n';
import { evictScreen, loadScreen } from './screen-modules';
import { ScreenBoundary } from './screen-boundary';
import type { Screen } from './screens';

/** A lazy-loaded screen. While it loads, the previous one stays; the Suspense boundary is in AdminRoutes. */
export function ScreenView({ screen }: { screen: Screen }) {
  return (
    <ScreenBoundary onRetry={() => evictScreen(screen)}>
      <LoadedScreen screen={screen} />
    </ScreenBoundary>
  );
}

function LoadedScreen({ screen }: { screen: Screen }) {
  return use(loadScreen(screen, useLanguage()));
}
