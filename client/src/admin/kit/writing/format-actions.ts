import type { Editor } from '@tiptap/core';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
} from '@tiptap/pm/tables';
import {
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  Bold,
  Code,
  Columns2,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Redo2,
  Rows2,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  Trash2,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';

/** The actions that open a dialog. */
export type FormatDialog = 'link' | 'image';

export type FormatAction = {
  name: FormatName;
  icon: LucideIcon;
  /** In the format of aria-keyshortcuts; Control is Command on a Mac. */
  keys?: string;
  run: ((editor: Editor) => void) | FormatDialog;
  /** Set for toggles. */
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
};

export type FormatName =
  | 'heading2'
  | 'heading3'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'bulletList'
  | 'orderedList'
  | 'quote'
  | 'link'
  | 'image'
  | 'table'
  | 'code'
  | 'codeBlock'
  | 'divider'
  | 'undo'
  | 'redo'
  | 'addRow'
  | 'addColumn'
  | 'deleteRow'
  | 'deleteColumn'
  | 'deleteTable';

const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] };
const header = { ...cell, type: 'tableHeader' };
const newTable = {
  type: 'table',
  content: [
    { type: 'tableRow', content: [header, header, header] },
    { type: 'tableRow', content: [cell, cell, cell] },
    { type: 'tableRow', content: [cell, cell, cell] },
  ],
};

type TableCommand = typeof addRowAfter;
const inTable = (command: TableCommand) => (editor: Editor) => {
  command(editor.state, editor.view.dispatch);
  editor.view.focus();
};

/** The buttons of the format bar, in groups. */
export const formatGroups: FormatAction[][] = [
  [
    {
      name: 'undo',
      icon: Undo2,
      keys: 'Control+Z',
      run: (e) => e.chain().focus().undo().run(),
      can: (e) => e.can().undo(),
    },
    {
      name: 'redo',
      icon: Redo2,
      keys: 'Control+Shift+Z',
      run: (e) => e.chain().focus().redo().run(),
      can: (e) => e.can().redo(),
    },
  ],
  [
    {
      name: 'heading2',
      icon: Heading2,
      keys: 'Control+Alt+2',
      run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
      isOn: (e) => e.isActive('heading', { level: 2 }),
    },
    {
      name: 'heading3',
      icon: Heading3,
      keys: 'Control+Alt+3',
      run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
      isOn: (e) => e.isActive('heading', { level: 3 }),
    },
  ],
  [
    {
      name: 'bold',
      icon: Bold,
      keys: 'Control+B',
      run: (e) => e.chain().focus().toggleBold().run(),
      isOn: (e) => e.isActive('bold'),
    },
    {
      name: 'italic',
      icon: Italic,
      keys: 'Control+I',
      run: (e) => e.chain().focus().toggleItalic().run(),
      isOn: (e) => e.isActive('italic'),
    },
    {
      name: 'underline',
      icon: Underline,
      keys: 'Control+U',
      run: (e) => e.chain().focus().toggleUnderline().run(),
      isOn: (e) => e.isActive('underline'),
    },
    {
      name: 'strike',
      icon: Strikethrough,
      keys: 'Control+Shift+S',
      run: (e) => e.chain().focus().toggleStrike().run(),
      isOn: (e) => e.isActive('strike'),
    },
    { name: 'link', icon: Link, run: 'link', isOn: (e) => e.isActive('link') },
  ],
  [
    {
      name: 'bulletList',
      icon: List,
      keys: 'Control+Shift+8',
      run: (e) => e.chain().focus().toggleBulletList().run(),
      isOn: (e) => e.isActive('bulletList'),
    },
    {
      name: 'orderedList',
      icon: ListOrdered,
      keys: 'Control+Shift+7',
      run: (e) => e.chain().focus().toggleOrderedList().run(),
      isOn: (e) => e.isActive('orderedList'),
    },
    {
      name: 'quote',
      icon: TextQuote,
      keys: 'Control+Shift+B',
      run: (e) => e.chain().focus().toggleBlockquote().run(),
      isOn: (e) => e.isActive('blockquote'),
    },
  ],
  [
    { name: 'image', icon: Image, run: 'image', isOn: (e) => e.isActive('figure') },
    {
      name: 'table',
      icon: Table,
      run: (e) => e.chain().focus().insertContent(newTable).run(),
      can: (e) => !e.isActive('table'),
    },
    { name: 'divider', icon: Minus, run: (e) => e.chain().focus().setHorizontalRule().run() },
    {
      name: 'code',
      icon: Code,
      keys: 'Control+E',
      run: (e) => e.chain().focus().toggleCode().run(),
      isOn: (e) => e.isActive('code'),
    },
    {
      name: 'codeBlock',
      icon: SquareCode,
      keys: 'Control+Alt+C',
      run: (e) => e.chain().focus().toggleCodeBlock().run(),
      isOn: (e) => e.isActive('codeBlock'),
    },
  ],
];

/** Shown while the cursor is in a table. */
export const tableActions: FormatAction[] = [
  { name: 'addRow', icon: BetweenHorizontalEnd, run: inTable(addRowAfter) },
  { name: 'addColumn', icon: BetweenVerticalEnd, run: inTable(addColumnAfter) },
  { name: 'deleteRow', icon: Rows2, run: inTable(deleteRow) },
  { name: 'deleteColumn', icon: Columns2, run: inTable(deleteColumn) },
  { name: 'deleteTable', icon: Trash2, run: inTable(deleteTable) },
];
