import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { Picture } from '@/admin/kit/pictures/picture';
import { cropPicture, downloadOriginal } from '@/admin/kit/pictures/picture-files';
import type { Part } from '@/admin/kit/pictures/prepare-picture';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { notify } from '@/shared/ui/toast';

type Props = { picture: Picture; onClose: () => void; onDone: () => void };

const shapes = { wide: 16 / 9, photo: 3 / 2, square: 1, upright: 3 / 4 } as const;
type Shape = keyof typeof shapes;
const names: readonly Shape[] = ['wide', 'photo', 'square', 'upright'];

/** Chooses the part of a picture that is shown. The whole picture is kept, and can be shown again. */
export function CropDialog({ picture, onClose, onDone }: Props) {
  const { t } = useTranslation(['admin-pictures', 'site']);
  const showError = useErrorToast();
  const [isBusy, setBusy] = useState(false);
  const save = async (part: Part | undefined) => {
    setBusy(true);
    try {
      await cropPicture(picture, part);
      notify('good', t('crop.done'), { ms: 6000 });
      onDone();
    } catch (error) {
      showError(t('crop.failed'), error);
      setBusy(false);
    }
  };
  return (
    <AdminDialog onClose={onClose} title={t('crop.title')}>
      <CropForm picture={picture} isBusy={isBusy} onSave={(part) => void save(part)} />
    </AdminDialog>
  );
}

type FormProps = { picture: Picture; isBusy: boolean; onSave: (part: Part | undefined) => void };

function CropForm({ picture, isBusy, onSave }: FormProps) {
  const { t } = useTranslation(['admin-pictures', 'site']);
  const { src, hasFailed } = useOriginal(picture);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [shape, setShape] = useState<Shape>('photo');
  const [area, setArea] = useState<Area>();
  if (hasFailed) return <p role="alert">{t('crop.notLoaded')}</p>;
  if (src === undefined) return <Spinner label={t('site:loading')} className="min-h-48" />;
  return (
    <div className="grid gap-4">
      {/* react-easy-crop places the picture from the left. */}
      <div dir="ltr" className="relative h-[min(50dvh,24rem)] bg-night">
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          aspect={shapes[shape]}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={setArea}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t('crop.area') }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 text-small">{t('crop.shape')}</legend>
        {names.map((name) => (
          <Button
            key={name}
            look={name === shape ? 'solid' : 'line'}
            aria-pressed={name === shape}
            onClick={() => setShape(name)}
          >
            {t(`crop.shapes.${name}`)}
          </Button>
        ))}
      </fieldset>
      <label className="grid gap-1 text-small">
        {t('crop.zoom')}
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          className="min-h-11 accent-accent"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={isBusy || area === undefined}
          onClick={() => area && onSave(partOf(area))}
        >
          {t('crop.save')}
        </Button>
        {picture.crop !== null && (
          <Button look="line" disabled={isBusy} onClick={() => onSave(undefined)}>
            {t('crop.whole')}
          </Button>
        )}
      </div>
    </div>
  );
}

const fraction = (percent: number) =>
  Math.round(Math.min(100, Math.max(0, percent)) * 100) / 10_000;

const partOf = ({ x, y, width, height }: Area): Part => [
  fraction(x),
  fraction(y),
  fraction(width),
  fraction(height),
];

/** The whole picture as a data: URL, since the content policy allows no blob: URL for images. */
function useOriginal(picture: Picture) {
  const [src, setSrc] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const address = await dataAddress(await downloadOriginal(picture));
        if (isCurrent) setSrc(address);
      } catch {
        if (isCurrent) setFailed(true);
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [picture]);
  return { src, hasFailed };
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error('not readable')));
    reader.readAsDataURL(blob);
  });
