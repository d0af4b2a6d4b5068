import { useState } from 'react';
import type { Editor } from '@tiptap/core';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { linkAddress } from './link-address';

type Props = { editor: Editor; open: boolean; onClose: () => void };

/** Inserts or edits a link. Without a selection it also asks for the text. */
export function LinkDialog({ editor, open, onClose }: Props) {
  const { t } = useTranslation('admin-blog');
  const done = () => {
    onClose();
    editor.commands.focus();
  };
  return (
    <AdminDialog open={open} onClose={done} title={t('link.title')} className="max-w-lg">
      <LinkForm editor={editor} onDone={done} />
    </AdminDialog>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation('admin-blog');
  const [problem, setProblem] = useState<string>();
  const known = String(editor.getAttributes('link')['href'] ?? '');
  const needsText = editor.state.selection.empty && known === '';
  const send = (data: FormData) => {
    const href = linkAddress(textOf(data, 'href'));
    if (href === undefined) return setProblem(t('link.wrong'));
    writeLink(editor, href, needsText ? textOf(data, 'text') : '');
    onDone();
  };
  return (
    <form
      noValidate
      aria-label={t('link.title')}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      <TextField
        label={t('link.address')}
        hint={t('link.hint')}
        name="href"
        type="url"
        dir="ltr"
        autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the first field of a dialog that the user opened
        defaultValue={known}
        error={problem}
      />
      {needsText && <TextField label={t('link.text')} name="text" dir="auto" />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('link.save')}</Button>
        {known !== '' && (
          <Button
            look="line"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run();
              onDone();
            }}
          >
            {t('link.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

function writeLink(editor: Editor, href: string, text: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (!editor.state.selection.empty || editor.isActive('link'))
    return void chain.setLink({ href }).run();
  const label = text === '' ? href : text;
  chain
    .insertContent({ type: 'text', text: label, marks: [{ type: 'link', attrs: { href } }] })
    .run();
}
