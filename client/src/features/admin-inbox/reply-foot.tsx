import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../ui/button';
import type { Entry } from './inbox-entry';
import { useSetStatus } from './use-change-entry';
import type { Reply } from './use-reply';

type Props = { entry: Entry; reply: Reply; onClose: () => void };

/**
 * Opens the mail program or chat, then asks whether the reply was sent: only then the entry is responded.
 */
export function ReplyFoot({ entry, reply, onClose }: Props) {
  const [isOut, setOut] = useState(false);
  if (isOut) return <AskIfSent entry={entry} onNo={() => setOut(false)} onDone={onClose} />;
  return <SendBar reply={reply} onOut={() => setOut(true)} onClose={onClose} />;
}

type SendProps = { reply: Reply; onOut: () => void; onClose: () => void };

function SendBar({ reply, onOut, onClose }: SendProps) {
  const { t } = useTranslation('admin-inbox');
  const label = reply.way === 'mail' ? t('reply.byMail') : t('reply.byChat');
  return (
    <div className="flex flex-wrap gap-2">
      {reply.href === undefined ? (
        <Button disabled className="grow sm:grow-0">
          {label}
        </Button>
      ) : (
        <a
          href={reply.href}
          {...(reply.way === 'chat' && { target: '_blank', rel: 'noreferrer' })}
          onClick={onOut}
          className={buttonClass('solid', 'grow sm:grow-0')}
        >
          {label}
        </a>
      )}
      <Button look="quiet" onClick={onClose}>
        {t('reply.close')}
      </Button>
    </div>
  );
}

// The focused link is gone: focus the next button.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

type AskProps = { entry: Entry; onNo: () => void; onDone: () => void };

function AskIfSent({ entry, onNo, onDone }: AskProps) {
  const { t } = useTranslation('admin-inbox');
  const { setStatus } = useSetStatus(entry);
  const mark = () => {
    setStatus('responded');
    onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="me-2">
        {t('reply.sent')}
      </p>
      <Button ref={takeFocus} onClick={mark} className="grow sm:grow-0">
        {t('status.markResponded')}
      </Button>
      <Button look="line" onClick={onNo}>
        {t('reply.notYet')}
      </Button>
    </div>
  );
}
