import { useState } from 'react';
import type { Editor } from '@tiptap/core';
import { useQueryClient } from '@tanstack/react-query';
import { altOf, pictureAddress } from '@/admin/kit/pictures/picture';
import { PicturePicker } from '@/admin/kit/pictures/picture-choice';
import { PicturePreview } from '@/admin/kit/pictures/picture-preview';
import { rowQuery } from '@/admin/kit/rows/use-opened-row';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { useTranslation } from '@/shared/i18n';
import { directionOf, type Language } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { isPictureAddress } from './picture-address';

type Props = { editor: Editor; language: Language; open: boolean; onClose: () => void };

/**
 * Inserts or edits an image: one of the library, or by its URL, and its alternative text. The caption is edited
 * in the text.
 */
export function ImageDialog({ editor, language, open, onClose }: Props) {
  const { t } = useTranslation('admin-blog');
  const done = () => {
    onClose();
    editor.commands.focus();
  };
  return (
    <AdminDialog open={open} onClose={done} title={t('image.title')} className="max-w-lg">
      <ImageForm editor={editor} language={language} onDone={done} />
    </AdminDialog>
  );
}

/** The attributes of a figure. The size is known of a picture of the library. */
type Figure = { src: string; alt: string; width: number | null; height: number | null };

type FormProps = { editor: Editor; language: Language; onDone: () => void };

function ImageForm({ editor, language, onDone }: FormProps) {
  const { t } = useTranslation(['admin-blog', 'admin-pictures']);
  const queries = useQueryClient();
  const showError = useErrorToast();
  const [isWrong, setWrong] = useState(false);
  const [isPicking, setPicking] = useState<boolean>();
  const [isLoading, setLoading] = useState(false);
  const [figure, setFigure] = useState<Figure>(() => figureIn(editor));
  const isAddress = isPictureAddress(figure.src);
  const choose = async (id: string) => {
    setPicking(false);
    setLoading(true);
    try {
      const picture = await queries.fetchQuery(rowQuery('pictures', id));
      if (picture === null) return;
      const { width, height } = picture;
      setFigure(({ alt }) => ({
        src: pictureAddress(picture),
        // Text that is typed while the picture loads stays.
        alt: alt === figure.alt ? altOf(picture, language) : alt,
        width,
        height,
      }));
      setWrong(false);
    } catch (error) {
      showError(t('admin-pictures:picker.failed'), error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <form
        noValidate
        aria-label={t('image.title')}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAddress) return setWrong(true);
          writeFigure(editor, figure);
          return onDone();
        }}
      >
        <Button
          look="line"
          className="justify-self-start"
          autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the first control of a dialog that the user opened
          onClick={() => setPicking(true)}
        >
          {t('image.library')}
        </Button>
        {isAddress && <PicturePreview src={figure.src} />}
        <TextField
          label={t('image.address')}
          hint={t('image.hint')}
          type="url"
          dir="ltr"
          value={figure.src}
          error={isWrong && !isAddress ? t('image.wrong') : undefined}
          onChange={({ currentTarget }) =>
            setFigure({ ...figure, src: currentTarget.value.trim(), width: null, height: null })
          }
        />
        <TextField
          label={t('image.alt', { in: t(`in.${language}`) })}
          hint={t('image.altHint')}
          lang={language}
          dir={directionOf(language)}
          value={figure.alt}
          onChange={({ currentTarget }) => setFigure({ ...figure, alt: currentTarget.value })}
        />
        <Button type="submit" disabled={isLoading} className="justify-self-start">
          {t('image.save')}
        </Button>
      </form>
      {isPicking !== undefined && (
        <PicturePicker
          open={isPicking}
          chosen=""
          onChoose={(id) => void choose(id)}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

/** The figure at the cursor; an empty one if there is none. */
function figureIn(editor: Editor): Figure {
  const known = editor.isActive('figure') ? editor.getAttributes('figure') : {};
  const size = (value: unknown) => (Number(value) > 0 ? Number(value) : null);
  return {
    src: String(known['src'] ?? ''),
    alt: String(known['alt'] ?? ''),
    width: size(known['width']),
    height: size(known['height']),
  };
}

/** Replaces the figure at the cursor, or inserts one there. */
function writeFigure(editor: Editor, attrs: Figure): void {
  const chain = editor.chain().focus();
  if (editor.isActive('figure')) chain.updateAttributes('figure', attrs).run();
  else chain.insertContent({ type: 'figure', attrs }).run();
}
