import { useEffect, useState, type ComponentType } from 'react';
import type { Editor } from '@tiptap/core';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { languages, type Language } from '@/shared/i18n/language';
import { EditorNotes } from './editor-notes';
import { EditorBar } from './editor-bar';
import type { FormatDialog } from '@/admin/kit/writing/format-actions';
import { FormatBar } from '@/admin/kit/writing/format-bar';
import { ImageDialog } from '@/admin/kit/writing/image-dialog';
import { contentId, LanguageColumn } from './language-column';
import { LinkDialog } from '@/admin/kit/writing/link-dialog';
import { PaneSwitch, usePanes, type Pane } from './panes';
import type { PostEditorStore } from './post-editor-store';
import type { PostValues } from './post-values';
import { PublishingPanel } from './publishing-panel';
import { useSaveByHand } from './use-save-by-hand';
import { useAutosave } from '@/admin/kit/autosave/use-autosave';
import { useStore } from '@/shared/ui/store';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';

type Props = {
  store: PostEditorStore;
  /** Called with the id when the post has been created. */
  onCreated: (id: string) => void;
  /** Called to continue with a deleted post as a new one. */
  onRestoreAsNew: () => void;
  /** The preview component. */
  preview: ComponentType<{ values: PostValues; onClose: () => void }>;
};

const RevisionsDialog = lazyComponent(
  () => import('./revisions-dialog').then((m) => m.RevisionsDialog),
  null,
  LoadFailure,
);

type Open = 'revisions' | 'preview' | FormatDialog;

/** The post editor: the languages side by side, the settings and the revisions. */
export function PostEditor({ store, onCreated, onRestoreAsNew, preview: Preview }: Props) {
  const { t } = useTranslation('admin-blog');
  const [open, setOpen] = useState<Open>();
  const { open: panes, press } = usePanes(useLanguage());
  const { active, ready, focus } = useActiveEditor(panes);
  const save = useSaveByHand(store);
  useAutosave(store, t('editor.saveKeys'));
  const createdId = useStore(store.store, ({ record }) => record.post?.id);
  useEffect(() => {
    if (createdId !== undefined) onCreated(createdId);
  }, [createdId, onCreated]);
  const close = () => setOpen(undefined);
  const restoreAsNew = () => {
    store.moveToNewPost();
    onRestoreAsNew();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <EditorBar
        store={store}
        onSave={(status) => void save(status)}
        onPreview={() => setOpen('preview')}
        onRevisions={() => setOpen('revisions')}
      />
      <EditorNotes store={store} onRestoreAsNew={restoreAsNew} />
      <WritingBar active={active} panes={panes} onPress={press} onOpenDialog={setOpen} />
      <WritingPanes store={store} panes={panes} onReady={ready} onFocus={focus} />
      {open === 'revisions' && <RevisionsDialog store={store} onClose={close} />}
      {active !== undefined && (
        <>
          <LinkDialog editor={active.editor} open={open === 'link'} onClose={close} />
          <ImageDialog {...active} open={open === 'image'} onClose={close} />
        </>
      )}
      {open === 'preview' && <Preview values={store.state().values} onClose={close} />}
    </div>
  );
}

type Active = { language: Language; editor: Editor };

/** The last focused text, or the first open one. */
function useActiveEditor(panes: Pane[]) {
  const [editors, setEditors] = useState<Partial<Record<Language, Editor>>>({});
  const [last, setLast] = useState<Language>();
  const openTexts = languages.filter((language) => panes.includes(language));
  const language = openTexts.find((each) => each === last) ?? openTexts[0];
  const editor = language === undefined ? undefined : editors[language];
  const active: Active | undefined =
    language === undefined || editor === undefined ? undefined : { language, editor };
  const ready = (made: Language, its: Editor) => setEditors((now) => ({ ...now, [made]: its }));
  return { active, ready, focus: setLast };
}

type BarProps = {
  active: Active | undefined;
  panes: Pane[];
  onPress: (pane: Pane) => void;
  onOpenDialog: (asking: FormatDialog) => void;
};

/** The sticky bar with the open panes and the formatting toolbar. */
function WritingBar({ active, panes, onPress, onOpenDialog }: BarProps) {
  const { t } = useTranslation('admin-blog');
  return (
    <div className="sticky top-(--admin-top,0px) z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-line bg-ground py-1">
      <PaneSwitch open={panes} onPress={onPress} />
      {active !== undefined && (
        <FormatBar
          editor={active.editor}
          controls={contentId(active.language)}
          label={t('format.label', { in: t(`in.${active.language}`) })}
          onOpenDialog={onOpenDialog}
        />
      )}
    </div>
  );
}

const columnsFor: Record<number, string> = {
  1: 'lg:grid-cols-1',
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
};

type PanesProps = {
  store: PostEditorStore;
  panes: Pane[];
  onReady: (language: Language, editor: Editor) => void;
  onFocus: (language: Language) => void;
};

function WritingPanes({ store, panes, onReady, onFocus }: PanesProps) {
  const texts = languages.filter((language) => panes.includes(language)).length;
  const beside = panes.includes('settings') ? 'lg:grid-cols-[minmax(0,1fr)_17rem]' : '';
  return (
    <div className={`grid grid-cols-1 gap-8 ${beside}`}>
      <div className={`grid min-w-0 grid-cols-1 gap-8 ${columnsFor[texts] ?? 'hidden'}`}>
        {languages.map((language) => (
          <LanguageColumn
            key={language}
            store={store}
            language={language}
            hidden={!panes.includes(language)}
            onReady={onReady}
            onFocus={onFocus}
          />
        ))}
      </div>
      <PublishingPanel store={store} hidden={!panes.includes('settings')} />
    </div>
  );
}
