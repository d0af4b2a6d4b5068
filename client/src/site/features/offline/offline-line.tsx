import { useTranslation } from '@/shared/i18n';
import { useOnline } from '@/shared/ui/use-online';

/** Shows that the browser is offline. The live region is always rendered, so that changes are announced. */
export function OfflineLine() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <p
      role="status"
      className="offline-line pointer-events-none fixed start-0 bottom-(--bar,0px) z-30 max-w-[70vw]"
    >
      {!online && (
        <span className="flex items-center gap-2.5 rounded-se-block bg-ink px-4 py-2 text-label text-ground">
          <span aria-hidden="true" className="size-2 rotate-45 border border-current" />
          {t('offline.line')}
        </span>
      )}
    </p>
  );
}
