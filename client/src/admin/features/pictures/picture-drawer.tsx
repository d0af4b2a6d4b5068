import { useMemo, useState } from 'react';
import { Crop, ImageUp, Trash2 } from 'lucide-react';
import * as z from 'zod/mini';
import { useConfirm } from '@/admin/kit/confirm';
import { Drawer } from '@/admin/kit/drawer';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormText } from '@/admin/kit/form/form-text';
import { pictureName, type Picture } from '@/admin/kit/pictures/picture';
import { replacePicture } from '@/admin/kit/pictures/picture-files';
import { FileButton } from '@/admin/kit/pictures/picture-upload';
import { PictureError } from '@/admin/kit/pictures/prepare-picture';
import { usePicture, useRefreshPictures } from '@/admin/kit/pictures/use-pictures';
import { RecordHistory } from '@/admin/kit/record-history';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useRetainedRow } from '@/admin/kit/rows/use-retained-row';
import { useSaveRow } from '@/admin/kit/rows/use-save-row';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import { CropDialog } from './crop-dialog';
import { FocalPoint } from './focal-point';
import { PictureUses } from './picture-uses';
import { useDeletePicture } from './use-delete-picture';

const none: [] = [];

/** The details of the picture in the URL. */
export function PictureDrawer() {
  const language = useLanguage();
  const { opened, close } = useOpenRow(none);
  const { data } = usePicture(opened);
  const { row, isDeleted } = useRetainedRow(data ?? undefined, opened);
  return (
    <Drawer
      open={row !== undefined && opened !== undefined}
      onClose={close}
      isDeleted={isDeleted}
      size="wide"
      row={row?.id}
      title={<bdi>{row && pictureName(row, language)}</bdi>}
    >
      {row && (
        <div key={row.id}>
          <PictureForm picture={row} onDeleted={close} />
          <PictureUses id={row.id} />
          <RecordHistory table="pictures" id={row.id} />
        </div>
      )}
    </Drawer>
  );
}

const short = (max: number, message: string) =>
  z.string().check(z.trim(), z.maxLength(max, message));

/** Tags as they are typed: 'k2, snow'. */
const tagsIn = (typed: string) => [
  ...new Set(typed.split(/[,،\n]/).map((tag) => tag.trim().toLowerCase()).filter(Boolean)), // prettier-ignore
];

function PictureForm({ picture, onDeleted }: { picture: Picture; onDeleted: () => void }) {
  const { t } = useTranslation('admin-pictures');
  const save = useSaveRow('pictures');
  const refresh = useRefreshPictures();
  const schema = useMemo(() => {
    const alt = short(300, t('problems.tooLong', { max: 300 }));
    const credit = short(200, t('problems.tooLong', { max: 200 }));
    return z.object({
      name: short(200, t('problems.tooLong', { max: 200 })).check(z.minLength(1, t('problems.name'))),
      alt_en: alt, alt_fr: alt, alt_ar: alt,
      credit_en: credit, credit_fr: credit, credit_ar: credit,
      focal_x: z.number(), focal_y: z.number(),
      tags: z.pipe(
        z.string(),
        z.pipe(z.transform(tagsIn), z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20, t('problems.tags')))),
      ),
    }); // prettier-ignore
  }, [t]);
  const defaults = useMemo(() => {
    const { name, alt_en, alt_fr, alt_ar, credit_en, credit_fr, credit_ar, focal_x, focal_y, tags } = picture;
    return { name, alt_en, alt_fr, alt_ar, credit_en, credit_fr, credit_ar, focal_x, focal_y, tags: tags.join(', ') };
  }, [picture]); // prettier-ignore
  return (
    <AdminForm
      schema={schema}
      defaults={defaults}
      record={{ table: 'pictures', ids: [picture.id] }}
      draft={`pictures.${picture.id}`}
      failed={t('saveFailed')}
      onSave={async (_values, { changed }) => {
        if (Object.keys(changed).length > 0)
          await save.mutateAsync({ shown: picture, set: changed });
        refresh();
      }}
      onSaved={() => notify('good', t('saved'), { ms: 6000 })}
      foot={<DeleteButton picture={picture} onDeleted={onDeleted} />}
    >
      <FocalPoint picture={picture} />
      <FileActions picture={picture} />
      <FormLanguages
        name="alt"
        label={t('fields.alt')}
        hint={t('hints.alt')}
        maxLength={300}
        rows={2}
      />
      <FormLanguages name="credit" label={t('fields.credit')} maxLength={200} />
      <FormText
        name="tags"
        label={t('fields.tags')}
        hint={t('hints.tags')}
        dir="auto"
        maxLength={1000}
      />
      <FormText name="name" label={t('fields.name')} dir="auto" maxLength={200} required />
    </AdminForm>
  );
}

function FileActions({ picture }: { picture: Picture }) {
  const { t } = useTranslation('admin-pictures');
  const language = useLanguage();
  const refresh = useRefreshPictures();
  const [isCropping, setCropping] = useState(false);
  const { replace, sent } = useReplacePicture(picture);
  const number = (value: number) => formatNumber(value, language);
  const { width, height, bytes } = picture;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="line" onClick={() => setCropping(true)}>
        <Crop aria-hidden="true" className="size-4" />
        {t('crop.title')}
      </Button>
      <FileButton
        label={t('replace.action')}
        icon={ImageUp}
        onFiles={([file]) => file && void replace(file)}
      />
      {sent !== undefined && (
        <progress value={sent} max={1} aria-label={t('upload.sending')} className="w-28" />
      )}
      <p className="text-small text-muted">
        <bdi dir="ltr">{`${number(width)} × ${number(height)}`}</bdi>
        {' · '}
        {t('kilobytes', { size: number(Math.ceil(bytes / 1000)) })}
      </p>
      {isCropping && (
        <CropDialog
          picture={picture}
          onClose={() => setCropping(false)}
          onDone={() => {
            refresh();
            setCropping(false);
          }}
        />
      )}
    </div>
  );
}

function DeleteButton({ picture, onDeleted }: { picture: Picture; onDeleted: () => void }) {
  const { t } = useTranslation('admin-pictures');
  const remove = useDeletePicture(picture, onDeleted);
  return (
    <Button look="line" className="text-bad" onClick={() => void remove()}>
      <Trash2 aria-hidden="true" className="size-4" />
      {t('delete.action')}
    </Button>
  );
}

/** Replaces the file of a picture everywhere, after confirmation. `sent` is 0 to 1 while it is sent. */
function useReplacePicture(picture: Picture) {
  const { t } = useTranslation('admin-pictures');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const refresh = useRefreshPictures();
  const [sent, setSent] = useState<number>();
  const replace = async (file: File) => {
    const yes = await confirm({
      question: t('replace.question'),
      detail: t('replace.detail'),
      action: t('replace.action'),
    });
    if (!yes) return;
    setSent(0);
    try {
      await replacePicture(picture, file, { onProgress: setSent });
      notify('good', t('replace.done'), { ms: 6000 });
      refresh();
    } catch (error) {
      if (error instanceof PictureError) notify('bad', t(`problems.${error.problem}`));
      else showError(t('replace.failed'), error);
    }
    setSent(undefined);
  };
  return { replace, sent };
}
