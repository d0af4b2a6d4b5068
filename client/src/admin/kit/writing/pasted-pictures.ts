import type { Editor } from '@tiptap/core';
import { altOf, pictureAddress, type Picture } from '@/admin/kit/pictures/picture';
import type { UploadQueue } from '@/admin/kit/pictures/upload-queue';
import type { Language } from '@/shared/i18n/language';
import { createStore } from '@/shared/ui/store';

/**
 * The pictures that were pasted into an editor or dropped on it: each is uploaded to the library and then put
 * where it was pasted. `onAdded` is called for each that is in the library. Outside React: the editor calls it.
 */
export function createPastedPictures(language: Language, onAdded: () => void) {
  const queue = createStore<UploadQueue | undefined>(undefined);
  let editor: Editor | undefined;
  /** Position at which the next picture is inserted; undefined for the selection. It follows edits of the text. */
  let place: number | undefined;

  const insert = (picture: Picture) => {
    onAdded();
    if (editor === undefined || editor.isDestroyed) return;
    const { width, height } = picture;
    const attrs = { src: pictureAddress(picture), alt: altOf(picture, language), width, height };
    const at = Math.min(place ?? editor.state.selection.to, editor.state.doc.content.size);
    editor.chain().insertContentAt(at, { type: 'figure', attrs }, { updateSelection: false }).run();
  };

  return {
    queue,
    attach: (to: Editor) => {
      editor = to;
      editor.on('transaction', ({ transaction }) => {
        if (place !== undefined) place = transaction.mapping.map(place);
      });
    },
    /** Uploads files; the upload is loaded when it is first needed. */
    add: async (files: readonly File[], at?: number): Promise<void> => {
      if (files.length === 0) return;
      place = at ?? editor?.state.selection.to;
      const { createUploadQueue } = await import('@/admin/kit/pictures/upload-queue');
      const uploads = queue.get() ?? createUploadQueue(insert);
      queue.set(uploads);
      uploads.add(files);
    },
  };
}

export type PastedPictures = ReturnType<typeof createPastedPictures>;

/**
 * The image files of a paste or a drop. A text that comes with a picture of itself, as of spreadsheets, is
 * pasted as text.
 */
export function imageFilesOf(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  // Not parsed: the Content-Security-Policy blocks styles in a parsed document too.
  const text = (data?.getData('text/html') ?? '')
    .replaceAll(/<!--[\s\S]*?-->|<(style|title)\b[\s\S]*?<\/\1>|<[^>]*>|&nbsp;/gi, '')
    .trim();
  return text === '' ? files : [];
}
