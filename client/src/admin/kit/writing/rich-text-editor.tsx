import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditorView } from '@tiptap/pm/view';
import { Editor } from '@tiptap/core';
import { useRefreshPictures } from '@/admin/kit/pictures/use-pictures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf, type Language } from '@/shared/i18n/language';
import { articleKit } from './article-kit';
import { lazyComponent } from '@/shared/ui/lazy';
import { useStore } from '@/shared/ui/store';
import { notify } from '@/shared/ui/toast';
import { cleanPaste } from './clean-paste';
import { createPastedPictures, imageFilesOf, type PastedPictures } from './pasted-pictures';
import type { RichTextProps } from './rich-text';

// The list of uploads, loaded with the first pasted picture.
const UploadList = lazyComponent(() =>
  import('@/admin/kit/pictures/picture-upload').then((m) => m.UploadList),
);

/**
 * TipTap with the text of one language, in its direction. Pasted pictures are uploaded to the library. It is made
 * again for another language of the back-office, which its placeholder is in.
 */
export const RichTextEditor = (props: RichTextProps) => (
  <ArticleEditor key={useLanguage()} {...props} />
);

function ArticleEditor({ value, version, onReady, ...props }: RichTextProps) {
  const refresh = useRefreshPictures();
  const [pasted] = useState(() => createPastedPictures(props.language, refresh));
  const queue = useStore(pasted.queue);
  const place = useRef<HTMLDivElement>(null);
  const editor = useArticleEditor({ ...props, value, pasted });
  const ready = useEffectEvent(() => onReady(editor));
  useEffect(() => {
    if (place.current === null) return undefined;
    editor.mount(place.current);
    pasted.attach(editor);
    ready();
    return () => editor.unmount();
  }, [editor, pasted]);
  const taken = useRef(version);
  useEffect(() => {
    if (taken.current !== version) setContent(editor, value);
    taken.current = version;
  }, [editor, version]); // oxlint-disable-line react-hooks/exhaustive-deps -- what is typed is not given back
  return (
    <>
      <div ref={place} />
      {queue !== undefined && <UploadList queue={queue} />}
    </>
  );
}

type EditorProps = Omit<RichTextProps, 'version' | 'onReady'> & { pasted: PastedPictures };

/** An editor, to be mounted. Without @tiptap/react, which brings 6 kB for node views made of components. */
function useArticleEditor(props: EditorProps): Editor {
  const { id, language, label, placeholder, value, onChange, onFocus, pasted } = props;
  const { t } = useTranslation('admin-blog');
  const [editor] = useState(
    () =>
      new Editor({
        element: null,
        extensions: articleKit(placeholder, t('image.dead')),
        content: value,
        injectCSS: false, // its rules are in editor.css
      }),
  );
  const change = useEffectEvent(() => onChange(htmlOf(editor)));
  const focus = useEffectEvent(() => onFocus());
  useEffect(() => {
    const onUpdate = () => change();
    const onFocused = () => focus();
    editor.on('update', onUpdate);
    editor.on('focus', onFocused);
    return () => {
      editor.off('update', onUpdate);
      editor.off('focus', onFocused);
    };
  }, [editor]);
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: attributesOf(id, language, label),
        transformPastedHTML: (source: string) => {
          const { html, files, refused } = cleanPaste(source);
          if (refused > 0) notify('bad', t('pasted.refused', { count: refused }));
          void pasted.add(files);
          return html;
        },
        handlePaste: (_view: EditorView, event: ClipboardEvent) => {
          const files = imageFilesOf(event.clipboardData);
          void pasted.add(files);
          return files.length > 0;
        },
        handleDrop: (view: EditorView, event: DragEvent) => {
          const files = imageFilesOf(event.dataTransfer);
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
          void pasted.add(files, at?.pos);
          return files.length > 0;
        },
      },
    });
  }, [editor, id, language, label, pasted, t]);
  return editor;
}

const attributesOf = (id: string, language: Language, label: string) => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  lang: language,
  dir: directionOf(language),
  class: 'writing',
});

/** Replaces the content, for example with a revision. Undo restores the previous content. */
function setContent(editor: Editor, html: string): void {
  if (!editor.isDestroyed && htmlOf(editor) !== html)
    editor.commands.setContent(html, { emitUpdate: false });
}

/** The HTML to store, without the empty last paragraph. */
const htmlOf = (editor: Editor): string => editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
