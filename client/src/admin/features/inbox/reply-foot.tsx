import { useState, type ReactNode } from 'react';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button, buttonClass } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/toast';
import type { Entry } from './inbox-entry';
import { useSetStatus } from './use-change-entry';
import { useSendReply } from './use-replies';
import type { Reply } from './use-reply';

type Props = { entry: Entry; reply: Reply; onClose: () => void };

/**
 * Sends the reply by e-mail. Or it opens the mail program or chat, then asks whether the reply was sent:
 * only then the entry is responded.
 */
export function ReplyFoot({ entry, reply, onClose }: Props) {
  const [isOut, setOut] = useState(false);
  if (isOut) return <AskIfSent entry={entry} onNo={() => setOut(false)} onDone={onClose} />;
  const leave = <LeaveBar reply={reply} onOut={() => setOut(true)} onClose={onClose} />;
  if (reply.way === 'chat') return leave;
  return (
    <SendBar entry={entry} reply={reply} onSent={onClose}>
      {leave}
    </SendBar>
  );
}

type SendProps = { entry: Entry; reply: Reply; onSent: () => void; children: ReactNode };

/** The button that sends the e-mail from here. A failure keeps the text. */
function SendBar({ entry, reply, onSent, children }: SendProps) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  const { mutate, isPending, error } = useSendReply(entry);
  const { language, subject, text } = reply;
  const isWhole = reply.isReady && subject.trim() !== '' && text.trim() !== '';
  const send = () =>
    mutate(
      { language, subject, body: text },
      {
        onSuccess: () => {
          reply.restart();
          notify('good', t('reply.onItsWay', { name: entry.name }));
          onSent();
        },
      },
    );
  return (
    <div className="grid gap-3">
      {error !== null && (
        <Notice tone="bad">
          {t('reply.notSent')} {failureText(t, error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isPending || !isWhole} onClick={send} className="grow sm:grow-0">
          {t(isPending ? 'reply.sending' : 'reply.send')}
        </Button>
        {children}
      </div>
    </div>
  );
}

type LeaveProps = { reply: Reply; onOut: () => void; onClose: () => void };

function LeaveBar({ reply, onOut, onClose }: LeaveProps) {
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
          className={buttonClass(reply.way === 'mail' ? 'line' : 'solid', 'grow sm:grow-0')}
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
