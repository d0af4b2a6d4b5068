import type { ReactNode } from 'react';
import { ExternalLink, Eye, History } from 'lucide-react';
import { BackLink } from '@/admin/kit/back-link';
import { useConfirm } from '@/admin/kit/confirm';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { publicState } from '@/admin/kit/morocco-time';
import type { PostEditorStore, PostState } from './post-editor-store';
import type { PostStatus } from './post-values';
import { SaveState } from './save-state';
import { useStore } from '@/shared/ui/store';

type Props = {
  store: PostEditorStore;
  onSave: (status: PostStatus) => void;
  onPreview: () => void;
  onRevisions: () => void;
};

/** The toolbar of the editor: back link, save status and the actions of the post. */
export function EditorBar({ store, onSave, onPreview, onRevisions }: Props) {
  const { t } = useTranslation('admin-blog');
  const post = useStore(store.store, ({ record }) => record.post);
  const title = post === undefined ? t('editor.newTitle') : t('editor.editTitle');
  return (
    <header className="grid gap-2">
      <title>{title}</title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <BackLink to="/admin/blog">{t('editor.back')}</BackLink>
        <SaveState store={store} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
        <h1 className="display me-auto text-heading">{title}</h1>
        <div className="flex items-center gap-1 lg:gap-2">
          <IconAction
            label={t('editor.preview')}
            icon={<Eye aria-hidden="true" />}
            onPress={onPreview}
          />
          {post !== undefined && (
            <IconAction
              label={t('editor.revisions')}
              icon={<History aria-hidden="true" />}
              onPress={onRevisions}
            />
          )}
          {post !== undefined &&
            publicState({ ...post, published_at: post.publishedAt }) === 'published' && (
              <ViewPost slug={post.values.slug} />
            )}
        </div>
        <SaveButtons store={store} onSave={onSave} />
      </div>
    </header>
  );
}

type ActionProps = { label: string; icon: ReactNode; onPress: () => void };

const iconAction =
  'gap-2 border-transparent px-3 max-lg:size-11 max-lg:px-0 [&>svg]:size-4 lg:min-h-9';

function IconAction({ label, icon, onPress }: ActionProps) {
  return (
    <Button look="line" className={iconAction} onClick={onPress}>
      {icon}
      <span className="max-lg:sr-only">{label}</span>
    </Button>
  );
}

function ViewPost({ slug }: { slug: string }) {
  const { t } = useTranslation('admin-blog');
  return (
    <LocalLink
      to={`/blog/${slug}`}
      reloadDocument
      target="_blank"
      className={buttonClass('line', iconAction)}
    >
      <ExternalLink aria-hidden="true" />
      <span className="max-lg:sr-only">{t('editor.view')}</span>
    </LocalLink>
  );
}

function SaveButtons({ store, onSave }: Pick<Props, 'store' | 'onSave'>) {
  const { t } = useTranslation('admin-blog');
  const confirm = useConfirm();
  const main = useStore(store.store, mainAction);
  const isOut = useStore(store.store, ({ record }) => record.post?.status === 'published');
  const saveDraft = async () => {
    const question = {
      question: t('editor.unpublishQuestion'),
      detail: t('editor.unpublishDetail'),
      action: t('editor.unpublish'),
    };
    if (!isOut || (await confirm(question))) onSave('draft');
  };
  return (
    <div className="flex flex-wrap items-center gap-2 max-lg:w-full">
      <Button look="line" className="max-lg:grow lg:min-h-9" onClick={() => void saveDraft()}>
        {t('editor.saveDraft')}
      </Button>
      <Button
        className="max-lg:grow lg:min-h-9"
        onClick={() => onSave(main === 'archive' ? 'archived' : 'published')}
      >
        {t(`editor.${main}`)}
      </Button>
    </div>
  );
}

type MainAction = 'publish' | 'update' | 'schedule' | 'archive';

/** The action of the main button, by the chosen status and date. */
function mainAction({ values, record }: PostState): MainAction {
  const { post } = record;
  if (values.status === 'archived' && post?.status !== 'archived') return 'archive';
  if (post?.status === 'published') return 'update';
  return publicState({ ...values, status: 'published' }) === 'scheduled' ? 'schedule' : 'publish';
}
