import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Camera, ImageUp, RotateCcw, X } from 'lucide-react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import type { Picture } from './picture';
import { acceptedTypes } from './prepare-picture';
import { useStore } from '@/shared/ui/store';
import { createUploadQueue, type Upload, type UploadQueue } from './upload-queue';
import { useRefreshPictures } from './use-pictures';

type Props = { onAdded?: (picture: Picture) => void };

/** Adds pictures to the library: by button, by camera, dragged or pasted; several at once. */
export function PictureUpload({ onAdded }: Props) {
  const { t } = useTranslation('admin-pictures');
  const refresh = useRefreshPictures();
  const added = useRef<(picture: Picture) => void>(undefined);
  // oxlint-disable-next-line react/refs -- read when an upload ends, never while rendering
  const [queue] = useState(() => createUploadQueue((picture) => added.current?.(picture)));
  useEffect(() => {
    added.current = (picture) => {
      refresh();
      onAdded?.(picture);
    };
  });
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) queue.add(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [queue]);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <section
      aria-label={t('upload.title')}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event);
        queue.add(event.dataTransfer.files);
      }}
      className={`mb-4 border border-dashed p-4 ${isOver ? 'border-accent bg-raised' : 'border-edge'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <FileButton label={t('upload.choose')} icon={ImageUp} multiple onFiles={queue.add} />
        <FileButton label={t('upload.camera')} icon={Camera} camera onFiles={queue.add} />
        <p className="basis-full text-small text-muted">{t('upload.hint')}</p>
      </div>
      <UploadList queue={queue} />
    </section>
  );
}

type FileProps = {
  label: string;
  icon: typeof Camera;
  multiple?: boolean;
  /** Opens the camera of a phone. */
  camera?: boolean;
  onFiles: (files: File[]) => void;
};

/** A button that opens the file dialog. On a desktop without a camera both buttons do the same. */
export function FileButton({ label, icon: Icon, multiple, camera = false, onFiles }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="line"
        className={camera ? 'lg:hidden' : ''}
        onClick={() => input.current?.click()}
      >
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={acceptedTypes}
        multiple={multiple}
        {...(camera && { capture: 'environment' })}
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = ''; // the same file may be chosen again
        }}
      />
    </>
  );
}

/** The uploads of a queue with their progress. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation('admin-pictures');
  const uploads = useStore(queue.uploads);
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t('upload.list')} className="mt-3 grid gap-2">
      {uploads.map((upload) => (
        <UploadItem key={upload.id} upload={upload} queue={queue} />
      ))}
    </ul>
  );
}

function UploadItem({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { t } = useTranslation('admin-pictures');
  const { id, file, state } = upload;
  const { name } = file;
  const hasEnded = state.name === 'done' || state.name === 'refused' || state.name === 'failed';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2 text-small">
      <bdi className="min-w-0 grow basis-40 truncate">{name}</bdi>
      <UploadState state={state} />
      {state.name === 'failed' && (
        <IconButton label={t('upload.retry', { name })} onClick={() => queue.retry(id)}>
          <RotateCcw aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <IconButton
        label={t(hasEnded ? 'upload.dismiss' : 'upload.cancel', { name })}
        onClick={() => queue.remove(id)}
      >
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
}

function UploadState({ state }: Pick<Upload, 'state'>) {
  const { t } = useTranslation(['admin-pictures', 'site']);
  const language = useLanguage();
  if (state.name === 'sending') {
    return (
      <span className="flex items-center gap-2">
        <progress value={state.sent} max={1} className="w-28" aria-label={t('upload.sending')} />
        <span className="w-10 tabular-nums">
          {formatNumber(Math.round(state.sent * 100), language)} %
        </span>
      </span>
    );
  }
  if (state.name === 'waiting') return <span className="text-muted">{t('upload.waiting')}</span>;
  if (state.name === 'done') {
    return (
      <span role="status" className="text-good">
        {t(state.isReduced ? 'upload.reduced' : 'upload.done')}
      </span>
    );
  }
  return (
    <span role="alert" className="text-bad">
      {state.name === 'refused'
        ? t(`problems.${state.problem}`)
        : `${t('upload.failed')} ${t(`site:failure.${state.kind}`)}`}
    </span>
  );
}

type IconProps = { label: string; onClick: () => void; children: React.ReactNode };

const IconButton = ({ label, onClick, children }: IconProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="grid size-11 shrink-0 place-items-center hover:text-accent lg:size-9"
  >
    {children}
  </button>
);
