import { useState } from 'react';
import { getFixedT } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { useNamespaces } from '@/shared/i18n/use-namespaces';
import type { Entry } from './inbox-entry';
import type { ReplyTopic } from './inquiry-topic';
import { maxMailLinkLength, mailLink, phoneIn } from './reply-links';
import { whatsappLink } from '@/shared/ui/phone';
import { replySubject, replyText, topicOf, type ReplyWay } from './reply-text';
import { senderLanguage } from './sender-language';
import { useDraftTexts } from './use-draft-texts';

/** Without a topic, the topic of the entry applies; it may not be loaded yet. */
type Choice = { way: ReplyWay; language: Language; topic?: ReplyTopic };

/**
 * The state of a reply: it starts with the template of the topic in the sender's language. The edits of
 * each template are kept as drafts.
 */
export function useReply(entry: Entry, me: string) {
  const [choice, setChoice] = useState<Choice>(() => firstChoice(entry));
  const t = useReplyMessages(choice.language);
  const { texts, set } = useDraftTexts(`reply.${entry.id}`);
  const { way, language, topic = topicOf(entry) } = choice;
  const name = `${way}.${language}.${topic}`;
  const template = t === undefined ? '' : replyText(t, { entry, topic, way, me });
  const usualSubject = t === undefined ? '' : replySubject(t, topic);
  const text = texts[name] ?? template;
  const subject = texts[`${name}.subject`] ?? usualSubject;
  const number = texts['number'] ?? entry.phone ?? phoneIn(entry.message ?? '');
  const mail = mailLink(entry.email, subject, text);
  return {
    way,
    language,
    topic,
    isReady: t !== undefined,
    choose: (change: Partial<Choice>) => setChoice((now) => ({ ...now, ...change })),
    text,
    subject,
    number,
    isEdited: text !== template || subject !== usualSubject,
    setText: (typed: string) => set(name, typed === template ? undefined : typed),
    setSubject: (typed: string) =>
      set(`${name}.subject`, typed === usualSubject ? undefined : typed),
    setNumber: (typed: string) => set('number', typed),
    restart: () => {
      set(name, undefined);
      set(`${name}.subject`, undefined);
    },
    /** The mailto or WhatsApp link; undefined without a valid number. */
    href: way === 'mail' ? mail : whatsappLink(number, text),
    isLong: way === 'mail' && mail.length > maxMailLinkLength,
  };
}

export type Reply = ReturnType<typeof useReply>;

/** E-mail, in the sender's language. */
const firstChoice = (entry: Entry): Choice => ({
  way: 'mail',
  language: senderLanguage(entry.message ?? entry.name),
});

/** The messages of the inbox in the language of the reply; undefined while they load. */
function useReplyMessages(language: Language) {
  return useNamespaces(language, ['admin-inbox']) ? getFixedT(language, 'admin-inbox') : undefined;
}
