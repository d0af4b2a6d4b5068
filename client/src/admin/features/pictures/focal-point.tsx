import type { KeyboardEvent, MouseEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { pictureAddress, type Picture } from '@/admin/kit/pictures/picture';
import { useTranslation } from '@/shared/i18n';

const step = 0.02; // of the width or height, for one press of an arrow key
const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

/**
 * The preview of a picture with its focal point, set by a click or by the arrow keys. Always left to right:
 * the point is a place in the picture.
 */
export function FocalPoint({ picture }: { picture: Picture }) {
  const { t } = useTranslation('admin-pictures');
  const { setValue, control } = useFormContext<{ focal_x: number; focal_y: number }>();
  const [x, y] = useWatch({ control, name: ['focal_x', 'focal_y'] });
  const set = (nextX: number, nextY: number) => {
    setValue('focal_x', within(nextX), { shouldDirty: true });
    setValue('focal_y', within(nextY), { shouldDirty: true });
  };
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    if (detail === 0) return; // Enter and Space have no place
    const box = currentTarget.getBoundingClientRect();
    set((clientX - box.left) / box.width, (clientY - box.top) / box.height);
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    set(x + move[0] * step, y + move[1] * step);
  };
  const place = { x: Math.round(x * 100), y: Math.round(y * 100) };
  return (
    <figure className="grid gap-1">
      <button
        type="button"
        dir="ltr"
        aria-label={t('focal.label')}
        aria-describedby="focal-place"
        onClick={click}
        onKeyDown={press}
        className="relative mx-auto block max-w-full cursor-crosshair"
      >
        <img
          key={picture.path}
          src={pictureAddress(picture)}
          alt=""
          width={picture.width}
          height={picture.height}
          className="h-auto max-h-80 w-auto max-w-full bg-soil"
        />
        <span
          aria-hidden="true"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-white shadow-[0_0_0_2px_black]"
        />
      </button>
      <figcaption className="text-small text-muted">
        {t('focal.hint')}{' '}
        <span id="focal-place" role="status">
          {t('focal.place', place)}
        </span>
      </figcaption>
    </figure>
  );
}

const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
