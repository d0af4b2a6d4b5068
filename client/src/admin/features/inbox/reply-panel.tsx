import { useTranslation } from '@/shared/i18n';
import { directionOf, isLanguage, languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { CopyButton } from '@/shared/ui/copy-button';
import { TextArea, TextField } from '@/shared/ui/field';
import type { Entry } from './inbox-entry';
import { replyTopics } from './inquiry-topic';
import { replyWays } from './reply-text';
import { SmallSelect } from './small-select';
import type { Reply } from './use-reply';

type Props = { entry: Entry; reply: Reply };

// Scroll as little as possible, so that the message stays visible.
const comeIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' });

/** The reply editor: channel, template and text. */
export function ReplyPanel({ entry, reply }: Props) {
  const { t } = useTranslation(['admin-inbox', 'admin-kit']);
  return (
    <section
      ref={comeIntoView}
      aria-label={t('reply.title', { name: entry.name })}
      className="grid scroll-my-4 gap-4"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <WayChoice reply={reply} />
        <TemplateSelects reply={reply} />
      </div>
      {reply.way === 'mail' ? <SubjectField reply={reply} /> : <NumberField reply={reply} />}
      <ReplyTextArea reply={reply} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <CopyButton
          text={reply.text}
          label={t('copy')}
          copied={t('admin-kit:copy.copied')}
          failed={t('admin-kit:copy.failed')}
          className="lg:min-h-9"
        />
        {reply.isEdited && (
          <button
            type="button"
            onClick={reply.restart}
            className="min-h-11 text-small underline underline-offset-4 lg:min-h-8"
          >
            {t('reply.restart')}
          </button>
        )}
      </div>
      {reply.isLong && <p className="text-small text-muted">{t('reply.long')}</p>}
    </section>
  );
}

function WayChoice({ reply }: { reply: Reply }) {
  const { t } = useTranslation('admin-inbox');
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t('reply.way')}</legend>
      {replyWays.map((way) => (
        <label
          key={way}
          className="inline-flex min-h-11 items-center rounded-block border border-edge px-3 text-small whitespace-nowrap hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent forced-colors:has-checked:forced-color-adjust-none lg:min-h-8"
        >
          <input
            type="radio"
            name="reply-way"
            className="sr-only"
            checked={way === reply.way}
            onChange={() => reply.choose({ way })}
          />
          {t(`reply.${way}`)}
        </label>
      ))}
    </fieldset>
  );
}

function TemplateSelects({ reply }: { reply: Reply }) {
  const { t } = useTranslation('admin-inbox');
  return (
    <>
      <SmallSelect
        label={t('reply.language')}
        value={reply.language}
        onChoose={(language) => {
          if (isLanguage(language)) reply.choose({ language });
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </SmallSelect>
      <SmallSelect
        label={t('reply.template')}
        value={reply.topic}
        onChoose={(chosen) => {
          const topic = replyTopics.find((each) => each === chosen);
          if (topic !== undefined) reply.choose({ topic });
        }}
      >
        {replyTopics.map((topic) => (
          <option key={topic} value={topic}>
            {t(`topics.${topic}`)}
          </option>
        ))}
      </SmallSelect>
    </>
  );
}

const inLanguage = ({ language }: Reply) => ({ lang: language, dir: directionOf(language) });

function SubjectField({ reply }: { reply: Reply }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  return (
    <TextField
      {...inLanguage(reply)}
      label={t('reply.subject')}
      name="subject"
      required
      requiredMark={t('site:required')}
      maxLength={300}
      autoComplete="off"
      value={reply.subject}
      onChange={(event) => reply.setSubject(event.currentTarget.value)}
    />
  );
}

function NumberField({ reply }: { reply: Reply }) {
  const { t } = useTranslation('admin-inbox');
  const isWrong = reply.number !== '' && reply.href === undefined;
  return (
    <TextField
      label={t('reply.number')}
      hint={t('reply.numberHint')}
      error={isWrong ? t('reply.numberWrong') : undefined}
      name="number"
      type="tel"
      dir="ltr"
      autoComplete="off"
      value={reply.number}
      onChange={(event) => reply.setNumber(event.currentTarget.value)}
    />
  );
}

// Focus the text when the panel opens.
const takeFocus = (area: HTMLTextAreaElement | null) => area?.focus({ preventScroll: true });

function ReplyTextArea({ reply }: { reply: Reply }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  return (
    <TextArea
      {...inLanguage(reply)}
      ref={takeFocus}
      label={t('reply.text')}
      name="reply"
      required
      requiredMark={t('site:required')}
      maxLength={20_000}
      rows={reply.way === 'mail' ? 12 : 5}
      aria-busy={!reply.isReady}
      value={reply.text}
      onChange={(event) => reply.setText(event.currentTarget.value)}
    />
  );
}
