import { useAllRows } from '@/admin/kit/rows/use-all-rows';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { directionOf, isLanguage } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Notice } from '@/shared/ui/notice';
import { Pill, type PillTone } from '@/shared/ui/pill';
import type { Row } from '@/shared/api/rows';
import type { Entry } from './inbox-entry';
import { useReplies, useSendReply } from './use-replies';

type SentReply = Row<'inquiry_replies'>;

/** The replies under a message, as a thread. Nothing is shown before the first one. */
export function EntryReplies({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  const { data = [], error, refetch } = useReplies(entry);
  if (error !== null && data.length === 0) {
    return (
      <FailureNotice
        text={`${t('replies.unread')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-label={t('replies.title')}>
      <ol className="grid grid-cols-1 gap-4">
        {data.map((reply) => (
          <li key={reply.id} className="border-s-4 border-accent ps-4">
            <ReplyText reply={reply} />
            {reply.state === 'failed' && <FailedReply entry={entry} reply={reply} />}
          </li>
        ))}
      </ol>
      <AnswersNote />
    </section>
  );
}

const contactQuery = { sort: 'key', filters: [['key', 'eq', 'contact.email']] } as const;

/** Place where the visitor's answer to a reply arrives: in a mail program, not here. */
function AnswersNote() {
  const { t } = useTranslation('admin-inbox');
  const { data } = useAllRows('site_settings', contactQuery);
  if (data === undefined) return null;
  const email = data[0]?.value;
  const isSet = typeof email === 'string' && email !== '';
  return (
    <p className="mt-3 text-small text-muted wrap-anywhere">
      {isSet ? t('replies.answersTo', { email }) : t('replies.answersToSender')}
    </p>
  );
}

type ReplyState = 'queued' | 'sent' | 'failed';

const tones: Record<ReplyState, PillTone> = { queued: 'new', sent: 'done', failed: 'other' };

const stateOf = ({ state }: SentReply): ReplyState =>
  state === 'sent' || state === 'failed' ? state : 'queued';

const languageOf = ({ language }: SentReply) => (isLanguage(language) ? language : 'en');

function ReplyText({ reply }: { reply: SentReply }) {
  const { t } = useTranslation('admin-inbox');
  const language = languageOf(reply);
  return (
    <article className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <bdi>{reply.sent_by}</bdi>
        <bdi dir="ltr">{formatDateTime(reply.created_at)}</bdi>
        <span role="status">
          <Pill tone={tones[stateOf(reply)]}>{t(`replies.states.${stateOf(reply)}`)}</Pill>
        </span>
      </p>
      <div lang={language} dir={directionOf(language)} className="text-start wrap-anywhere">
        <p className="font-medium">{reply.subject}</p>
        <p className="whitespace-pre-line">{reply.body}</p>
      </div>
    </article>
  );
}

/** Says why a reply was not sent and what to do, and sends it again. */
function FailedReply({ entry, reply }: { entry: Entry; reply: SentReply }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  const send = useSendReply(entry);
  const { subject, body } = reply;
  return (
    <Notice tone="bad" className="mt-2">
      <p>{t('replies.failed', { email: entry.email })}</p>
      {reply.error !== null && (
        <p dir="ltr" className="font-mono text-label wrap-anywhere">
          {reply.error}
        </p>
      )}
      {send.error !== null && <p>{failureText(t, send.error)}</p>}
      <Button
        look="line"
        disabled={send.isPending}
        onClick={() => send.mutate({ language: languageOf(reply), subject, body })}
        className="mt-2 lg:min-h-9"
      >
        {t('replies.again')}
      </Button>
    </Notice>
  );
}
