import { useEffect, useMemo, useRef } from 'react';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { directionOf, type Language } from '../../i18n/language';
import { articleKit } from './article-kit';
import { cleanPaste } from './clean-paste';

type Props = {
  id: string;
  language: Language;
  label: string;
  placeholder: string;
  /** HTML. Taken over at the start and whenever `version` changes; between them the editor has its own. */
  value: string;
  version: number;
  onChange: (html: string) => void;
  onReady: (editor: Editor) => void;
  onFocus: () => void;
};

/** A text with its form, in the direction of its language. */
export function RichText({ value, version, onReady, ...props }: Props) {
  const editor = useArticleEditor({ ...props, value });
  const taken = useRef(version);
  useEffect(() => {
    if (taken.current !== version) setContent(editor, value);
    taken.current = version;
  }, [editor, version]); // oxlint-disable-line react-hooks/exhaustive-deps -- what is typed is not given back
  useEffect(() => (editor.isDestroyed ? undefined : onReady(editor)), [editor]); // oxlint-disable-line react-hooks/exhaustive-deps -- told once
  return <EditorContent editor={editor} />;
}

function useArticleEditor(props: Omit<Props, 'version' | 'onReady'>): Editor {
  const { id, language, label, placeholder, value, onChange, onFocus } = props;
  // Made once: options that are new at each render would be set anew at each key.
  const extensions = useMemo(() => articleKit(placeholder), [placeholder]);
  const editorProps = useMemo(() => propsOf(id, language, label), [id, language, label]);
  return useEditor({
    extensions,
    editorProps,
    content: value,
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

/** Words that came from elsewhere: a revision, another editor. Undo brings back what stood there. */
function setContent(editor: Editor, html: string): void {
  if (!editor.isDestroyed && htmlOf(editor) !== html)
    editor.commands.setContent(html, { emitUpdate: false });
}

/** The text as it is kept: the empty line that one writes on in is none of it. */
const htmlOf = (editor: Editor): string => editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
