import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { LocalisedPhoto, type LibraryPicture } from './localised-photo';
import { switchLanguage } from '@/shared/i18n';
import { largestOf, srcSetOf } from '@/shared/ui/photo-renderings';

const picture: LibraryPicture = {
  path: 'a/b.jpg',
  width: 4000,
  height: 3000,
  placeholder: 'data:image/webp;base64,AAAA',
  focal_x: 0.25,
  focal_y: 0.8,
  alt_en: 'Tents on a glacier',
  alt_fr: 'Des tentes sur un glacier',
  alt_ar: '',
  credit_en: 'Sara',
  credit_fr: '',
  credit_ar: '',
};

beforeEach(async () => {
  // happy-dom loads no pictures, and says that they are complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  await serve(rows([]));
  await switchLanguage('en');
});

const widthsIn = (set: string) => [...set.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

describe('the renderings of a photograph', () => {
  it.each([
    { width: 4000, want: [360, 480, 720, 1080, 1440, 1920] },
    { width: 1000, want: [360, 480, 720, 1000] },
    { width: 720, want: [360, 480, 720] },
    { width: 200, want: [200] },
  ])('of $width pixels are not wider', ({ width, want }) => {
    expect(widthsIn(srcSetOf({ path: 'a/b.jpg', width }))).toEqual(want);
  });

  it('keep their proportions', () => {
    expect(largestOf(picture)).toMatchObject({ width: 1920, height: 1440 });
  });
});

describe('a photograph', () => {
  const photo = (changes: Partial<LibraryPicture> = {}) => (
    <LocalisedPhoto
      picture={{ ...picture, ...changes }}
      sizes="50vw"
      className="card"
      fallback={<p>The drawing</p>}
    />
  );

  it('has its size, its texts and its focal point, and no style', () => {
    const { container } = show(photo());
    const image = screen.getByRole('img', { name: 'Tents on a glacier' });
    expect(image).toHaveAttribute('width', '4000');
    expect(image).toHaveAttribute('height', '3000');
    expect(image).toHaveAttribute('sizes', '50vw');
    expect(image).toHaveAttribute('loading', 'lazy');
    expect(image.parentElement).toHaveClass('photo', 'photo-x-3', 'photo-y-8', 'card');
    expect(screen.getByText('Sara')).toBeVisible();
    expect(container.querySelector('[style]')).toBeNull();
    expect(container.querySelector('.photo-blur')).toHaveAttribute('src', picture.placeholder);
  });

  it('falls back to English', async () => {
    await switchLanguage('ar');
    show(photo());
    expect(screen.getByRole('img', { name: 'Tents on a glacier' })).toHaveAttribute('lang', 'en');
    await switchLanguage('fr');
    expect(await screen.findByRole('img', { name: 'Des tentes sur un glacier' })).toBeVisible();
  });

  it('is replaced by the drawing when it fails', () => {
    const { container } = show(photo());
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('The drawing')).toBeVisible();
    expect(container.querySelector('.photo')).toBeNull();
  });
});
