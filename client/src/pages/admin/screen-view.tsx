import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { Spinner } from '../../ui/spinner';
import { forgetScreen, openScreen } from './opened-screens';
import { ScreenBoundary } from './screen-boundary';
import type { Screen } from './screens';

/** A screen once it is here; the one before it stays in the meantime. */
export function ScreenView({ screen }: { screen: Screen }) {
  const { t } = useTranslation('admin');
  return (
    <ScreenBoundary onRetry={() => forgetScreen(screen)}>
      <Suspense fallback={<Spinner label={t('loading')} className="min-h-48 justify-center" />}>
        <OpenedScreen screen={screen} />
      </Suspense>
    </ScreenBoundary>
  );
}

function OpenedScreen({ screen }: { screen: Screen }) {
  return use(openScreen(screen, useLanguage()));
}
