/** Why a file is no picture for the library: a message key below admin-pictures:problems. */
export type PictureProblem = 'type' | 'heic' | 'broken' | 'tooLarge';

/** A file that the library does not take. */
export class PictureError extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.name = 'PictureError';
    this.problem = problem;
  }
}

/** Left, top, width and height of a part of a picture, each 0 to 1. */
export type Part = readonly [number, number, number, number];

/** An encoded picture and what its row says of it. */
export type Prepared = {
  blob: Blob;
  extension: 'jpg' | 'png';
  /** Pixels. */
  width: number;
  height: number;
  /** A data: URL of a tiny copy; null if it would be too long. */
  placeholder: string | null;
  /** Whether the picture has fewer pixels than the file. */
  isReduced: boolean;
};

const whole: Part = [0, 0, 1, 1];
const maxEdge = 4096; // pixels: enough for a screen of 4K and for a page in print
const maxBytes = 10 * 1024 * 1024; // of the bucket: schema/0012_pictures.sql
const quality = 0.9;
const placeholderEdge = 16; // pixels
const maxPlaceholder = 2000; // characters, as the database checks

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
const isAccepted = (file: File) => isHeic(file) || /^image\/(jpeg|png|webp|avif)$/.test(file.type);

/** The types that the file dialog offers. */
export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif';

/**
 * Converts a file of the user to a picture for the library: upright, at most 4096 pixels on its longer
 * edge, as JPEG, or as PNG if it is transparent. It is always encoded again, which leaves out the
 * metadata of the file: the place, the camera and the time of a photograph are never uploaded. HEIC is
 * converted if the browser can decode it. Throws a PictureError.
 */
export async function preparePicture(file: File): Promise<Prepared> {
  if (!isAccepted(file)) throw new PictureError('type');
  return encodePicture(file, whole, isHeic(file) ? 'heic' : 'broken');
}

/** Encodes a part of a picture, which may be transparent if its file is. Throws a PictureError. */
export async function encodePicture(
  file: Blob,
  [left, top, across, down]: Part = whole,
  problem: PictureProblem = 'broken',
): Promise<Prepared> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError(problem);
  });
  try {
    const part = {
      x: Math.round(left * bitmap.width),
      y: Math.round(top * bitmap.height),
      width: Math.max(1, Math.round(across * bitmap.width)),
      height: Math.max(1, Math.round(down * bitmap.height)),
    };
    const draw = (scale: number) => drawn(bitmap, part, scale);
    const largest = Math.max(part.width, part.height);
    const tiny = draw(Math.min(1, placeholderEdge / largest));
    const type = isTransparent(file, draw(Math.min(1, 256 / largest))) ? 'image/png' : 'image/jpeg';
    const placeholder = tiny.toDataURL(type, 0.6);
    // A PNG may be too large also with few pixels: it is reduced until it fits.
    for (let scale = Math.min(1, maxEdge / largest); scale * largest >= 64; scale *= 0.7) {
      const canvas = draw(scale);
      const blob = await encoded(canvas, type);
      if (blob.size > maxBytes) continue;
      return {
        blob,
        extension: type === 'image/png' ? 'png' : 'jpg',
        width: canvas.width,
        height: canvas.height,
        placeholder: placeholder.length <= maxPlaceholder ? placeholder : null,
        isReduced: scale < 1,
      };
    }
    throw new PictureError('tooLarge');
  } finally {
    bitmap.close();
  }
}

type Rectangle = { x: number; y: number; width: number; height: number };

function drawn(
  bitmap: ImageBitmap,
  { x, y, width, height }: Rectangle,
  scale: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new PictureError('tooLarge'); // no memory for its pixels
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Whether a reduced copy has a pixel that is not opaque: reducing mixes all pixels of the picture. */
function isTransparent({ type }: Blob, canvas: HTMLCanvasElement): boolean {
  if (!/^image\/(png|webp|avif)$/.test(type)) return false;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels?.some((value, at) => at % 4 === 3 && value < 255) ?? false;
}

const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new PictureError('tooLarge')) : resolve(blob)),
      type,
      quality,
    );
  });
