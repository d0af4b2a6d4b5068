import { useState } from 'react';
import type { Editor } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { directionOf, type Language } from '@/i18n/language';
import { ShortcutLayer } from '@/admin/shortcuts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/field';
import { textOf } from '@/ui/form-text';
import { isPictureAddress } from './picture-address';

type Props = { editor: Editor; language: Language; open: boolean; onClose: () => void };

/** Inserts or edits an image: its URL and its alternative text. The caption is edited in the text. */
export function ImageDialog({ editor, language, open, onClose }: Props) {
  const { t } = useTranslation(['admin-blog', 'site']);
  const done = () => {
    onClose();
    editor.commands.focus();
  };
  return (
    <Dialog
      open={open}
      onClose={done}
      title={t('image.title')}
      closeLabel={t('site:close')}
      className="max-w-lg"
    >
      <ShortcutLayer>
        <ImageForm editor={editor} language={language} onDone={done} />
      </ShortcutLayer>
    </Dialog>
  );
}

type FormProps = { editor: Editor; language: Language; onDone: () => void };

function ImageForm({ editor, language, onDone }: FormProps) {
  const { t } = useTranslation('admin-blog');
  const [problem, setProblem] = useState<string>();
  const known = editor.isActive('figure') ? editor.getAttributes('figure') : {};
  const send = (data: FormData) => {
    const src = textOf(data, 'src');
    if (!isPictureAddress(src)) return setProblem(t('image.wrong'));
    writeFigure(editor, { src, alt: textOf(data, 'alt') });
    onDone();
  };
  return (
    <form
      noValidate
      aria-label={t('image.title')}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      <TextField
        label={t('image.address')}
        hint={t('image.hint')}
        name="src"
        type="url"
        dir="ltr"
        autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the first field of a dialog that the user opened
        defaultValue={String(known['src'] ?? '')}
        error={problem}
      />
      <TextField
        label={t('image.alt', { in: t(`in.${language}`) })}
        hint={t('image.altHint')}
        name="alt"
        lang={language}
        dir={directionOf(language)}
        defaultValue={String(known['alt'] ?? '')}
      />
      <Button type="submit" className="justify-self-start">
        {t('image.save')}
      </Button>
    </form>
  );
}

function writeFigure(editor: Editor, attrs: { src: string; alt: string }): void {
  const chain = editor.chain().focus();
  if (editor.isActive('figure')) chain.updateAttributes('figure', attrs).run();
  else chain.insertContent({ type: 'figure', attrs }).run();
}
