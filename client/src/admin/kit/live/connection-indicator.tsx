import { useEffect, useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { useStore } from '@/shared/ui/store';
import { connectionState, type ConnectionState } from './connection-state';

/** A shorter interruption is not shown. Milliseconds. */
const graceMs = 4_000;

/** The connection state, without short interruptions. */
function useShownState(): ConnectionState {
  const state = useStore(connectionState);
  const [lasting, setLasting] = useState(state);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(state), state === 'live' ? 0 : graceMs);
    return () => clearTimeout(timer);
  }, [state]);
  return state === 'live' ? state : lasting;
}

/** The connection state: a dot and a label. */
export function ConnectionIndicator() {
  const state = useShownState();
  if (state === 'starting') return null;
  return (
    <div data-live-state={state}>
      <StatusDot isLive={state === 'live'} />
    </div>
  );
}

/** Shown only while disconnected, where space is short. */
export function OfflineIndicator() {
  return useShownState() === 'disconnected' && <StatusDot isLive={false} />;
}

function StatusDot({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation('admin-kit');
  return (
    <p
      className="flex items-center gap-1.5 text-label text-muted"
      {...(!isLive && { title: t('live.offHint') })}
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full border ${isLive ? 'border-good bg-good' : 'border-current'}`}
      />
      {t(isLive ? 'live.on' : 'live.off')}
    </p>
  );
}

/** Announces a disconnection and the reconnection to screen readers. */
export function LiveStatus() {
  const { t } = useTranslation('admin-kit');
  const state = useShownState();
  const [wasDisconnected, setDisconnected] = useState(false);
  if (state === 'disconnected' && !wasDisconnected) setDisconnected(true);
  return (
    <p role="status" className="sr-only">
      {state === 'disconnected' && t('live.lost')}
      {state === 'live' && wasDisconnected && t('live.back')}
    </p>
  );
}
