import { useState } from 'react';
import { createPortal } from 'react-dom';
import { RecordHistory } from '@/admin/kit/record-history';
import { useTranslation } from '@/shared/i18n';
import { ConvertPart } from './convert-part';
import { EntryAttachment } from './entry-attachment';
import { EntryFactsList } from './entry-facts-list';
import { EntryNotes } from './entry-notes';
import { EntryReplies } from './entry-replies';
import { isLoaded, tableOf, type Entry } from './inbox-entry';
import { ReadFoot } from './read-foot';
import { ReplyFoot } from './reply-foot';
import { ReplyPanel } from './reply-panel';
import type { Person } from './use-change-entry';
import { useReply } from './use-reply';
import { senderLanguage } from './sender-language';

type Props = {
  entry: Entry;
  /** The footer for the actions. */
  foot: HTMLElement | null;
  me: Person;
  onConverted?: (talk: string) => void;
};

/** `back` is reading after a reply: the focus returns to the reply button. */
type Mode = 'read' | 'reply' | 'back';

/** An inquiry: its message, and below it its details or the reply. */
export function InquiryDetails({ entry, foot, me, onConverted }: Props) {
  const [mode, setMode] = useState<Mode>('read');
  const reply = useReply(entry, me.name);
  const actions =
    mode === 'reply' ? (
      <ReplyFoot entry={entry} reply={reply} onClose={() => setMode('back')} />
    ) : (
      <ReadFoot entry={entry} onReply={() => setMode('reply')} takesFocus={mode === 'back'} />
    );
  return (
    <div className="grid grid-cols-1 gap-6">
      <EntryMessage entry={entry} />
      <EntryReplies entry={entry} />
      {mode === 'reply' ? (
        <ReplyPanel entry={entry} reply={reply} />
      ) : (
        <>
          <EntryAttachment entry={entry} />
          <EntryFactsList entry={entry} />
          <EntryNotes entry={entry} />
          {entry.form === 'contact' && isLoaded(entry) && (
            <ConvertPart entry={entry} {...(onConverted && { onConverted })} />
          )}
          <RecordHistory table={tableOf(entry) ?? 'contact_submissions'} id={entry.id} />
        </>
      )}
      {foot && createPortal(actions, foot)}
    </div>
  );
}

/** The message. Each paragraph has the direction of its own script. */
function EntryMessage({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const message = entry.message ?? '';
  if (message.trim() === '') return <p className="text-muted">{t('noMessage')}</p>;
  return (
    <p
      lang={senderLanguage(message)}
      dir="auto"
      className="text-start text-lead leading-relaxed whitespace-pre-line wrap-anywhere [unicode-bidi:plaintext]"
    >
      {message}
    </p>
  );
}
