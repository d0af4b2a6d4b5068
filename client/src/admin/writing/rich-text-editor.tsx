import { useEffect, useMemo, useRef } from 'react';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { directionOf, type Language } from '@/i18n/language';
import { articleKit } from './article-kit';
import { cleanPaste } from './clean-paste';
import type { RichTextProps } from './rich-text';

/** TipTap with the text of one language, in its direction. */
export function RichTextEditor({ value, version, onReady, ...props }: RichTextProps) {
  const editor = useArticleEditor({ ...props, value });
  const taken = useRef(version);
  useEffect(() => {
    if (taken.current !== version) setContent(editor, value);
    taken.current = version;
  }, [editor, version]); // oxlint-disable-line react-hooks/exhaustive-deps -- what is typed is not given back
  useEffect(() => (editor.isDestroyed ? undefined : onReady(editor)), [editor]); // oxlint-disable-line react-hooks/exhaustive-deps -- called once
  return <EditorContent editor={editor} />;
}

function useArticleEditor(props: Omit<RichTextProps, 'version' | 'onReady'>): Editor {
  const { id, language, label, placeholder, value, onChange, onFocus } = props;
  // Memoized: new options at each render would be set again at each key press.
  const extensions = useMemo(() => articleKit(placeholder), [placeholder]);
  const editorProps = useMemo(() => propsOf(id, language, label), [id, language, label]);
  return useEditor({
    extensions,
    editorProps,
    content: value,
    injectCSS: false, // the Content-Security-Policy blocks it: its rules are in editor.css
    onUpdate: ({ editor }) => onChange(htmlOf(editor)),
    onFocus,
  });
}

const propsOf = (id: string, language: Language, label: string) => ({
  attributes: {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    lang: language,
    dir: directionOf(language),
    class: 'writing',
  },
  transformPastedHTML: cleanPaste,
});

/** Replaces the content, for example with a revision. Undo restores the previous content. */
function setContent(editor: Editor, html: string): void {
  if (!editor.isDestroyed && htmlOf(editor) !== html)
    editor.commands.setContent(html, { emitUpdate: false });
}

/** The HTML to store, without the empty last paragraph. */
const htmlOf = (editor: Editor): string => editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
