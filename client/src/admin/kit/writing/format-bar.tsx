import type { Editor } from '@tiptap/core';
import { lazyComponent } from '@/shared/ui/lazy';
import type { FormatDialog } from './format-actions';

export type FormatBarProps = {
  editor: Editor;
  /** The id of the controlled text. */
  controls: string;
  label: string;
  onOpenDialog: (asking: FormatDialog) => void;
};

/** The formatting toolbar of the last focused text, loaded with the editor. */
export const FormatBar = lazyComponent<FormatBarProps>(() =>
  import('./format-toolbar').then((m) => m.FormatToolbar),
);
FormatBar.preload();
