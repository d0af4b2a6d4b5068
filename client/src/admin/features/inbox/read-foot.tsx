import { useShortcut } from '@/admin/kit/shortcuts';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import type { Entry } from './inbox-entry';
import { useSetStatus } from './use-change-entry';

type Props = {
  entry: Entry;
  onReply: () => void;
  /** Whether to focus the button, after leaving the reply. */
  takesFocus: boolean;
};

const focus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The main actions: reply, or mark as responded. Shortcuts: R, E and U. */
export function ReadFoot({ entry, onReply, takesFocus }: Props) {
  const { t } = useTranslation('admin-inbox');
  const { setStatus } = useSetStatus(entry);
  const isOpen = entry.status !== 'responded' && entry.status !== 'spam';
  useShortcut('r', t('reply.open'), onReply);
  useShortcut('e', t('status.markResponded'), isOpen ? () => setStatus('responded') : undefined);
  useShortcut(
    'u',
    t('status.markNew'),
    entry.status === 'new' ? undefined : () => setStatus('new'),
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button {...(takesFocus && { ref: focus })} onClick={onReply} className="grow sm:grow-0">
        {t('reply.open')}
      </Button>
      {isOpen && (
        <Button look="line" onClick={() => setStatus('responded')} className="grow sm:grow-0">
          {t('status.markResponded')}
        </Button>
      )}
    </div>
  );
}
