import { useState } from 'react';
import { failureText } from '@/shared/api/failures';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { pickFields } from '@/admin/kit/form/merge-edits';
import { useUndo } from '@/admin/kit/undo';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { FieldChange } from './field-change';
import { fieldLabel } from './field-label';
import { inMorocco } from '@/admin/kit/morocco-time';
import type { PostEditorStore } from './post-editor-store';
import { differing, isStatus, textsFields, type PostValues } from './post-values';
import { useStore } from '@/shared/ui/store';
import { useRevisions, useRevisionValues, type Revision } from './use-revisions';

type Props = { store: PostEditorStore; onClose: () => void };

/** The revisions of a post, with a button to restore one. */
export function RevisionsDialog({ store, onClose }: Props) {
  const { t } = useTranslation(['admin-blog', 'site']);
  return (
    <AdminDialog open onClose={onClose} title={t('revisions.title')} className="max-w-5xl">
      <Revisions store={store} onDone={onClose} />
    </AdminDialog>
  );
}

function Revisions({ store, onDone }: { store: PostEditorStore; onDone: () => void }) {
  const { t } = useTranslation(['admin-blog', 'site']);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useRevisions(store.id);
  const all = data?.pages.flat();
  const [chosen, choose] = useState<Revision>();
  const open = chosen ?? all?.[0];
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('revisions.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (all === undefined) return <Spinner label={t('editor.loading')} className="min-h-48" />;
  if (open === undefined) return <p role="status">{t('revisions.empty')}</p>;
  return (
    <div className="grid gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="max-md:max-h-56 max-md:overflow-y-auto">
        <RevisionList all={all} open={open} onChoose={choose} />
        {hasNextPage && (
          <Button look="line" className="mt-3" onClick={() => void fetchNextPage()}>
            {t('revisions.more')}
          </Button>
        )}
      </div>
      <RevisionView key={open.id} store={store} revision={open} onDone={onDone} />
    </div>
  );
}

type ListProps = { all: Revision[]; open: Revision; onChoose: (revision: Revision) => void };

function RevisionList({ all, open, onChoose }: ListProps) {
  const { t } = useTranslation('admin-blog');
  return (
    <ol aria-label={t('revisions.list')} className="grid content-start border-t border-line">
      {all.map((revision) => (
        <li key={revision.id} className="border-b border-line">
          <button
            type="button"
            aria-current={revision.id === open.id}
            onClick={() => onChoose(revision)}
            className="grid min-h-11 w-full gap-0.5 border-s-3 border-transparent px-3 py-2 text-start hover:bg-ground aria-[current=true]:border-accent aria-[current=true]:bg-ground"
          >
            <span className="flex flex-wrap justify-between gap-x-2">
              <bdi dir="ltr" className="tabular-nums">
                {inMorocco(revision.changed_at)}
              </bdi>
              <span className="text-label text-muted">
                {isStatus(revision.status) && t(`status.${revision.status}`)}
              </span>
            </span>
            <span className="text-label wrap-anywhere text-muted">
              {revision.author === ''
                ? t('revisions.byServer')
                : t('revisions.by', { name: revision.author })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

type ViewProps = { store: PostEditorStore; revision: Revision; onDone: () => void };

function RevisionView({ store, revision, onDone }: ViewProps) {
  const { t } = useTranslation(['admin-blog', 'site']);
  const { data, error, refetch } = useRevisionValues(revision.id);
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('revisions.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Spinner label={t('editor.loading')} className="min-h-48" />;
  return <RevisionChanges store={store} values={data} at={revision.changed_at} onDone={onDone} />;
}

// Slug, status and date are not restored.
const restored = textsFields.filter((field) => field !== 'slug');

type ChangesProps = { store: PostEditorStore; values: PostValues; at: string; onDone: () => void };

function RevisionChanges({ store, values, at, onDone }: ChangesProps) {
  const { t } = useTranslation('admin-blog');
  const offerUndo = useUndo();
  const now = useStore(store.store, (state) => state.values);
  const fields = differing(now, values, restored);
  const restore = () => {
    store.replace(pickFields(values, restored));
    onDone();
    offerUndo(t('revisions.restored', { time: inMorocco(at) }), () =>
      store.replace(pickFields(now, restored)),
    );
  };
  if (fields.length === 0) return <p role="status">{t('revisions.same')}</p>;
  return (
    <section aria-label={t('revisions.what')} className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{t('revisions.what')}</h3>
        <Button onClick={restore}>{t('revisions.restore')}</Button>
      </div>
      {fields.map((field) => (
        <div key={field} className="grid gap-1 border-t border-line pt-3">
          <h4 className="text-small text-muted">{fieldLabel(t, field)}</h4>
          <FieldChange field={field} before={now} after={values} />
        </div>
      ))}
    </section>
  );
}
