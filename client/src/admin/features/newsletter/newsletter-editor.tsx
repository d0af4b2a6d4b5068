import { useState } from 'react';
import type { Editor } from '@tiptap/core';
import { Eye } from 'lucide-react';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useAutosave } from '@/admin/kit/autosave/use-autosave';
import type { FormatDialog } from '@/admin/kit/writing/format-actions';
import { FormatBar } from '@/admin/kit/writing/format-bar';
import { ImageDialog } from '@/admin/kit/writing/image-dialog';
import { LinkDialog } from '@/admin/kit/writing/link-dialog';
import { RichText } from '@/admin/kit/writing/rich-text';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf, languages, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { useStore } from '@/shared/ui/store';
import { notify } from '@/shared/ui/toast';
import { bodyOf, isWritten, subjectOf } from './newsletter';
import { NewsletterNotes } from './newsletter-notes';
import type { NewsletterStore } from './newsletter-store';
import { PreviewDialog } from './preview-dialog';
import { SendDialog, type SendWay } from './send-dialog';
import { useTestNewsletter } from './use-newsletters';

type Props = {
  store: NewsletterStore;
  /** Called to open another newsletter. */
  onOpen: (id: string) => void;
};

type Open = 'preview' | SendWay | FormatDialog;

/** The editor of a draft: one language at a time, its preview, tests and sending. */
export function NewsletterEditor({ store, onOpen }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [open, setOpen] = useState<Open>();
  const [editors, setEditors] = useState<Partial<Record<Language, Editor>>>({});
  useAutosave(store, t('save.keys'));
  const editor = editors[language];
  const close = () => setOpen(undefined);
  return (
    <div className="grid grid-cols-1 gap-5">
      <EditorActions store={store} language={language} onOpen={setOpen} />
      <NewsletterNotes store={store} onOpen={onOpen} />
      <div className="sticky top-(--admin-top,0px) z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-line bg-ground py-1">
        <LanguageSwitch store={store} chosen={language} onChoose={setLanguage} />
        {editor !== undefined && <WritingBar {...{ editor, language }} onOpenDialog={setOpen} />}
      </div>
      {languages.map((each) => (
        <LanguageTexts
          key={each}
          store={store}
          language={each}
          hidden={each !== language}
          onReady={(made) => setEditors((now) => ({ ...now, [each]: made }))}
        />
      ))}
      <PreviewDialog id={store.id} language={language} open={open === 'preview'} onClose={close} />
      <SendDialog
        store={store}
        way={open === 'now' || open === 'later' ? open : undefined}
        onClose={close}
      />
      {editor !== undefined && (
        <>
          <LinkDialog editor={editor} open={open === 'link'} onClose={close} />
          <ImageDialog {...{ editor, language }} open={open === 'image'} onClose={close} />
        </>
      )}
    </div>
  );
}

type ActionsProps = { store: NewsletterStore; language: Language; onOpen: (open: Open) => void };

/** The notice of the last action replaces that of the action before. */
const about = { about: 'newsletter' };

/** The save state, and the actions for the saved draft. */
function EditorActions({ store, language, onOpen }: ActionsProps) {
  const { t } = useTranslation(['admin-newsletter', 'admin-kit']);
  const showError = useErrorToast();
  const test = useTestNewsletter(store.id);
  const whenSaved = async (next: () => void) => {
    if (await store.saveDraft()) next();
    else
      notify('bad', store.state().conflict ? t('admin-kit:clash.choose') : t('save.first'), about);
  };
  const sendTest = () =>
    test.mutate(language, {
      onSuccess: (to) => notify('good', t('test.sent', { to }), { ...about, ms: 6000 }),
      onError: (error) => showError(t('test.failed'), error, about.about),
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <SaveState store={store} />
      <div className="flex flex-wrap gap-2 max-lg:w-full [&>button]:max-lg:grow [&>button]:lg:min-h-9">
        <Button look="line" onClick={() => void whenSaved(() => onOpen('preview'))}>
          <Eye aria-hidden="true" className="me-2 size-4" />
          {t('preview.open')}
        </Button>
        <Button look="line" aria-busy={test.isPending} onClick={() => void whenSaved(sendTest)}>
          {t('test.send', { language: languageNames[language] })}
        </Button>
        <Button look="line" onClick={() => void whenSaved(() => onOpen('later'))}>
          {t('send.laterOpen')}
        </Button>
        <Button onClick={() => void whenSaved(() => onOpen('now'))}>{t('send.nowOpen')}</Button>
      </div>
    </div>
  );
}

/** Whether everything is saved, or why not. */
function SaveState({ store }: { store: NewsletterStore }) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  const { saving, failure, savedAt } = useStore(store.store);
  const isUnsaved = useStore(store.store, store.isUnsaved);
  if (failure !== undefined && !saving) {
    return (
      <p role="alert" className="text-small text-bad">
        {t('save.failed', { message: failureText(t, failure) })}{' '}
        <button
          type="button"
          className="min-h-11 underline underline-offset-4 lg:min-h-8"
          onClick={() => void store.saveDraft()}
        >
          {t('site:retry')}
        </button>
      </p>
    );
  }
  const saved = savedAt !== undefined ? t('save.saved') : '';
  return (
    <p role="status" className="min-h-8 text-small text-muted">
      {saving || isUnsaved ? t(saving ? 'save.saving' : 'save.unsaved') : saved}
    </p>
  );
}

type SwitchProps = {
  store: NewsletterStore;
  chosen: Language;
  onChoose: (language: Language) => void;
};

/** The languages; a dot marks the written ones. */
function LanguageSwitch({ store, chosen, onChoose }: SwitchProps) {
  const { t } = useTranslation('admin-newsletter');
  const texts = useStore(store.store, ({ values }) => values);
  return (
    <div role="group" aria-label={t('fields.language')} className="flex max-lg:w-full">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === chosen}
          onClick={() => onChoose(language)}
          className="-ms-px inline-flex min-h-11 items-center justify-center gap-2 border border-edge px-3 text-small first:ms-0 aria-pressed:bg-ink aria-pressed:text-ground max-lg:grow lg:min-h-8"
        >
          {languageNames[language]}
          <span
            className={`size-1.5 rounded-full border border-current ${isWritten(texts, language) ? 'bg-current' : ''}`}
          >
            <span className="sr-only">
              {isWritten(texts, language) ? t('written') : t('unwritten')}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}

type BarProps = {
  editor: Editor;
  language: Language;
  onOpenDialog: (asking: FormatDialog) => void;
};

function WritingBar({ editor, language, onOpenDialog }: BarProps) {
  const { t } = useTranslation('admin-newsletter');
  return (
    <FormatBar
      editor={editor}
      controls={bodyOf(language)}
      label={t('format', { language: languageNames[language] })}
      onOpenDialog={onOpenDialog}
    />
  );
}

type TextsProps = {
  store: NewsletterStore;
  language: Language;
  hidden: boolean;
  onReady: (editor: Editor) => void;
};

const maxSubject = 200;
/** The length of a subject that most mail programs show on a phone. */
const goodSubject = 50;

/** The subject and the text in one language. Hidden they stay mounted, with their undo history. */
function LanguageTexts({ store, language, hidden, onReady }: TextsProps) {
  const { t } = useTranslation('admin-newsletter');
  const shown = useLanguage();
  const subject = useStore(store.store, ({ values }) => values[subjectOf(language)]);
  const body = useStore(store.store, ({ values }) => values[bodyOf(language)]);
  const version = useStore(store.store, (state) => state.version);
  const { length } = subject;
  const hint = t(length > goodSubject ? 'hints.long' : 'hints.length', {
    length: formatNumber(length, shown),
    good: formatNumber(goodSubject, shown),
  });
  return (
    <section
      aria-label={languageNames[language]}
      hidden={hidden}
      className="max-w-3xl min-w-0 wrap-anywhere [&:not([hidden])]:grid [&:not([hidden])]:gap-4"
    >
      <TextField
        label={t('fields.subject', { language: languageNames[language] })}
        hint={hint}
        name={subjectOf(language)}
        lang={language}
        dir={directionOf(language)}
        maxLength={maxSubject}
        value={subject}
        onChange={(event) => store.write({ [subjectOf(language)]: event.currentTarget.value })}
      />
      <RichText
        id={bodyOf(language)}
        language={language}
        label={t('fields.body', { language: languageNames[language] })}
        placeholder={t('hints.body')}
        value={body}
        version={version}
        onChange={(html) => store.write({ [bodyOf(language)]: html })}
        onReady={onReady}
        onFocus={() => {}}
      />
      <p className="text-label text-muted">{t('hints.images')}</p>
    </section>
  );
}
