import { useId, useRef, useState } from 'react';
import { X } from 'lucide-react';
import { failureText } from '@/shared/api/failures';
import { pictureName, type Picture } from '@/admin/kit/pictures/picture';
import { PicturePicker } from '@/admin/kit/pictures/picture-choice';
import { PictureThumbnail } from '@/admin/kit/pictures/picture-thumbnail';
import { SortableRows } from '@/admin/kit/sortable-rows';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { useGallery } from './use-gallery';

/** The pictures of the gallery of an expedition: added from the library, put in order, and removed. */
export function ExpeditionGallery({ expedition }: { expedition: string }) {
  const { t } = useTranslation(['admin-content', 'site']);
  const title = useId();
  const add = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean>();
  const { found, save } = useGallery(expedition);
  const { data: pictures, error } = found;
  if (pictures === undefined) {
    return error === null ? (
      <Spinner label={t('site:loading')} className="min-h-20" />
    ) : (
      <FailureNotice
        text={`${t('gallery.notLoaded')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void found.refetch()}
      />
    );
  }
  return (
    <section aria-labelledby={title} className="mt-8">
      <h3 id={title} className="border-b border-line pb-1 text-small font-medium text-muted">
        {t('gallery.title')}
      </h3>
      <p className="mt-3 text-small text-muted">{t('gallery.hint')}</p>
      {pictures.length === 0 ? (
        <p className="mt-3 text-small">{t('gallery.empty')}</p>
      ) : (
        <Pictures
          pictures={pictures}
          onMove={(ids) => save(() => ids)}
          onRemove={(id) => {
            add.current?.focus(); // the button of the picture goes
            void save((ids) => ids.filter((each) => each !== id));
          }}
        />
      )}
      <Button ref={add} look="line" className="mt-3" onClick={() => setOpen(true)}>
        {t('gallery.add')}
      </Button>
      {isOpen !== undefined && (
        <PicturePicker
          open={isOpen}
          chosen=""
          onChoose={(id) => {
            setOpen(false);
            void save((ids) => (ids.includes(id) ? ids : [...ids, id]));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

type Props = {
  pictures: Picture[];
  onMove: (ids: string[]) => Promise<unknown>;
  onRemove: (id: string) => void;
};

function Pictures({ pictures, onMove, onRemove }: Props) {
  const { t } = useTranslation('admin-content');
  const language = useLanguage();
  const nameOf = (picture: Picture) => pictureName(picture, language);
  return (
    <SortableRows
      label={t('gallery.label')}
      rows={pictures}
      nameOf={nameOf}
      onMove={onMove}
      className="mt-2"
    >
      {(picture, handle) => (
        <div className="flex items-center gap-3 border-b border-line py-2">
          {handle}
          <PictureThumbnail picture={picture} className="h-16 w-24 shrink-0 border border-line" />
          <bdi className="min-w-0 grow text-small wrap-anywhere">{nameOf(picture)}</bdi>
          <Button
            look="quiet"
            className="min-w-11 px-2!"
            aria-label={t('gallery.remove', { name: nameOf(picture) })}
            onClick={() => onRemove(picture.id)}
          >
            <X aria-hidden="true" className="size-5" />
          </Button>
        </div>
      )}
    </SortableRows>
  );
}
