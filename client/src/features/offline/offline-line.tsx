import { useTranslation } from 'react-i18next';
import { useOnline } from '../../ui/use-online';

/** Says, without getting in the way, that there is no network. The live region is there from the start. */
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
