import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { useConfirm } from '@/admin/kit/confirm';
import { TranslationState } from '@/admin/kit/translation-state';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { languages } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { Pill, type PillTone } from '@/shared/ui/pill';
import { inMorocco, publicState } from '@/admin/kit/morocco-time';
import { itemTitle, type PostItem } from './post-item';

type Props = { post: PostItem };

/** The title, linked to the editor, with the slug below. */
export function PostTitle({ post }: Props) {
  const { t } = useTranslation('admin-blog');
  const title = itemTitle(post, useLanguage());
  return (
    <div className="min-w-0 wrap-anywhere">
      <LocalLink
        to={`/admin/blog/edit/${post.id}`}
        lang={title.lang}
        dir={title.dir}
        className="inline-flex min-h-11 items-center font-medium hover:underline lg:min-h-6"
      >
        {title.text}
      </LocalLink>
      <bdi dir="ltr" className="block text-label text-muted">
        {post.slug}
      </bdi>
      {post.copy_updated_at !== null && (
        <span className="block text-label text-accent">{t('list.waiting')}</span>
      )}
    </div>
  );
}

const tones: Record<ReturnType<typeof publicState>, PillTone> = {
  draft: 'other',
  archived: 'other',
  scheduled: 'new',
  published: 'done',
};

/** The public state, and the date of a scheduled post. */
export function PostStatusPill({ post }: Props) {
  const { t } = useTranslation('admin-blog');
  const state = publicState(post);
  return (
    <div className="grid justify-items-start gap-0.5">
      <Pill tone={tones[state]}>{t(`status.${state}`)}</Pill>
      {state === 'scheduled' && post.published_at !== null && (
        <span className="text-label text-muted">
          {t('status.scheduledFor', { time: inMorocco(post.published_at) })}
        </span>
      )}
    </div>
  );
}

/** The publication date, or a note that there is none yet. */
export function PostDate({ post }: Props) {
  const { t } = useTranslation('admin-blog');
  const isOut = publicState(post) === 'published' || publicState(post) === 'archived';
  if (!isOut || post.published_at === null) {
    return <span className="text-muted">{t('list.notYet')}</span>;
  }
  return <bdi className="tabular-nums">{formatDate(post.published_at)}</bdi>;
}

/** Which languages it is written in. */
export const PostLanguages = ({ post }: Props) => (
  <TranslationState missing={languages.filter((each) => !post.written.includes(each))} />
);

const action =
  'inline-flex min-h-11 items-center px-2 text-small underline decoration-line underline-offset-4 hover:decoration-accent lg:min-h-8';

/** The actions of a post: view, edit, delete. */
export function PostActions({ post }: Props) {
  const { t } = useTranslation('admin-blog');
  const title = post.title_en;
  return (
    <div className="-mx-2 flex flex-wrap">
      {publicState(post) === 'published' && (
        <LocalLink
          to={`/blog/${post.slug}`}
          reloadDocument
          aria-label={t('list.viewOf', { title })}
          className={action}
        >
          {t('list.view')}
        </LocalLink>
      )}
      <LocalLink
        to={`/admin/blog/edit/${post.id}`}
        aria-label={t('list.editOf', { title })}
        className={action}
      >
        {t('list.edit')}
      </LocalLink>
      <DeletePost post={post} />
    </div>
  );
}

function DeletePost({ post }: Props) {
  const { t } = useTranslation('admin-blog');
  const confirm = useConfirm();
  const remove = useDeleteRow('blog_posts', {
    failed: t('list.deleteFailed'),
    deleted: t('list.deleted'),
    alsoIn: ['blog_post_list'],
  });
  const confirmDelete = async () => {
    const question = t('list.deleteQuestion');
    if (await confirm({ question, detail: post.title_en, action: t('list.delete'), tone: 'bad' })) {
      remove.mutate(post.id);
    }
  };
  return (
    <button
      type="button"
      aria-label={t('list.deleteOf', { title: post.title_en })}
      aria-busy={remove.isPending}
      onClick={() => void confirmDelete()}
      className={`${action} text-bad`}
    >
      {t('list.delete')}
    </button>
  );
}
