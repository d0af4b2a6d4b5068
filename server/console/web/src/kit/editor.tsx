import { useEffect, useRef } from 'react';
import { basicSetup } from 'codemirror';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { PostgreSQL, sql, type SQLNamespace } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** Colors of style.css, so that they follow the theme. */
const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--code-type)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-placeholder': { color: 'var(--muted)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection) !important',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
  },
});

/** The nonce of this page, with which the editor may add its style sheets. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

export interface EditorHandle {
  /** The selection, else all. offset is where it begins. */
  text: () => { text: string; offset: number };
  replace: (text: string) => void;
  select: (offset: number) => void;
}

/** An SQL editor. Ctrl+Enter runs; text is only the first content. */
export function Editor({
  text,
  label,
  names = {},
  hint = '',
  onChange,
  onRun,
  handle,
}: {
  text: string;
  label: string;
  names?: SQLNamespace;
  /** Shown while it is empty. */
  hint?: string;
  onChange?: (text: string) => void;
  onRun?: () => void;
  handle?: (editor: EditorHandle) => void;
}) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const language = useRef(new Compartment());
  const calls = useRef({ onChange, onRun, handle, text, label, names, hint });
  useEffect(() => {
    calls.current = { onChange, onRun, handle, text, label, names, hint };
  });
  useEffect(() => {
    if (!parent.current) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: calls.current.text,
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: () => {
                  calls.current.onRun?.();
                  return true;
                },
              },
            ]),
          ),
          basicSetup,
          placeholder(calls.current.hint),
          language.current.of(dialect(calls.current.names)),
          syntaxHighlighting(colors),
          look,
          EditorView.cspNonce.of(nonce),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': calls.current.label,
            tabindex: '0',
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) calls.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    calls.current.handle?.({
      text: () => {
        const { from, to } = editor.state.selection.main;
        return from === to
          ? { text: editor.state.doc.toString(), offset: 0 }
          : { text: editor.state.sliceDoc(from, to), offset: from };
      },
      replace: (next) => {
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: next } });
        editor.focus();
      },
      select: (offset) => {
        editor.dispatch({
          selection: { anchor: Math.min(offset, editor.state.doc.length) },
          scrollIntoView: true,
        });
        editor.focus();
      },
    });
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(dialect(names)) });
  }, [names]);
  return <div ref={parent} className="editor" />;
}

const dialect = (schema: SQLNamespace) =>
  sql({ dialect: PostgreSQL, schema, defaultSchema: 'public', upperCaseKeywords: false });
