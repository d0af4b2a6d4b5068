import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Backend } from '../e2e/backend.ts';

/** What a photograph shows. */
export type Motif = 'mountain' | 'portrait' | 'cover';

export type Photograph = {
  motif: Motif;
  /** Pixels. */
  width: number;
  height: number;
  /** Photographs with the same number are the same. */
  seed: number;
};

/** A JPEG and a data: URL of a tiny copy, as the back-office makes them (prepare-picture.ts). */
export type PhotographFile = Photograph & { jpeg: Buffer; placeholder: string };

/**
 * Draws a photograph in a browser. It has the detail of one from a camera at each scale, so that its file and its
 * renderings are as large: 12 megapixels are 3 to 5 MB.
 */
export async function makePhotograph(page: Page, photograph: Photograph): Promise<PhotographFile> {
  const { jpeg, placeholder } = await page.evaluate(draw, photograph);
  return { ...photograph, jpeg: Buffer.from(jpeg, 'base64'), placeholder };
}

type Description = {
  name?: string;
  alt_en: string;
  alt_ar?: string;
  credit_en?: string;
  /** 0 to 1. */
  focal_x?: number;
  focal_y?: number;
};

/** Puts a photograph into the library, with the service key. */
export async function addPhotograph(
  service: Backend,
  { jpeg, placeholder, width, height }: PhotographFile,
  description: Description,
): Promise<{ id: string; path: string }> {
  const id = randomUUID();
  const path = `${id}/${randomUUID()}.jpg`;
  const { error } = await service.storage
    .from('media')
    .upload(path, jpeg, { contentType: 'image/jpeg', cacheControl: '31536000' });
  if (error !== null) throw error;
  await service
    .from('pictures')
    .insert({
      id,
      name: 'photograph.jpg',
      bytes: jpeg.length,
      content_type: 'image/jpeg',
      path,
      width,
      height,
      placeholder,
      ...description,
    })
    .throwOnError();
  return { id, path };
}

/** Runs in the page. */
async function draw({ motif, width, height, seed }: Photograph) {
  let state = seed * 7919 + 1;
  // mulberry32, a generator of 32 bits: Math.random has no seed.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const contextOf = (across: number, down: number) => {
    const context = new OffscreenCanvas(across, down).getContext('2d');
    if (context === null) throw new Error('no canvas');
    return context;
  };
  const gradient = (context: OffscreenCanvasRenderingContext2D, from: string, to: string) => {
    const fill = context.createLinearGradient(0, 0, 0, context.canvas.height);
    fill.addColorStop(0, from);
    fill.addColorStop(1, to);
    return fill;
  };
  // A line of random midpoints between two heights, as of a ridge.
  const ridge = (low: number, roughness: number, peakAt: number, peak: number) => {
    let points = [low, low - peak, low - peak * 0.4];
    for (let spread = peak * roughness; points.length < width / 4; spread *= 0.55) {
      points = points.flatMap((here, at) => {
        const next = points[at + 1];
        return next === undefined ? [here] : [here, (here + next) / 2 + (random() - 0.5) * spread];
      });
    }
    // The peak is not in the middle of the picture.
    return (x: number) => {
      const share = x < peakAt ? x / peakAt / 2 : 0.5 + (x - peakAt) / (width - peakAt) / 2;
      return points[Math.round(share * (points.length - 1))] ?? low;
    };
  };
  const photo = contextOf(width, height);
  photo.fillStyle = gradient(photo, '#2f6ea3', '#f0d9bd');
  photo.fillRect(0, 0, width, height);
  const layers = motif === 'mountain' ? 7 : 3;
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / layers;
    const line = ridge(
      height * (0.6 + 0.4 * near),
      0.55,
      width * (layer === 0 ? 0.66 : 0.2 + 0.6 * random()),
      height * (layer === 0 ? 0.42 : 0.2 - 0.12 * near),
    );
    const rock = photo.createLinearGradient(0, height * 0.15, 0, height);
    rock.addColorStop(0, layer === 0 ? '#f6f3ee' : `hsl(208 22% ${62 - 44 * near}%)`);
    rock.addColorStop(0.5, `hsl(214 28% ${52 - 40 * near}%)`);
    rock.addColorStop(1, `hsl(30 24% ${36 - 26 * near}%)`);
    photo.fillStyle = rock;
    photo.beginPath();
    photo.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) photo.lineTo(x, line(x));
    photo.lineTo(width, height);
    photo.fill();
  }
  if (motif === 'portrait') {
    const unit = width / 100;
    const ellipse = (x: number, y: number, across: number, down: number, fill: string) => {
      photo.fillStyle = fill;
      photo.beginPath();
      photo.ellipse(x * unit, y * unit, across * unit, down * unit, 0, 0, Math.PI * 2);
      photo.fill();
    };
    ellipse(54, 126, 40, 62, '#b8452c'); // a jacket
    ellipse(54, 126, 16, 62, '#9c3823');
    ellipse(54, 70, 13, 12, '#2d2a33'); // a scarf
    ellipse(54, 58, 10, 14, '#b98560');
    ellipse(54, 47, 15, 19, '#c8946c'); // a face
    ellipse(48.5, 46, 1.6, 1, '#2a1c15');
    ellipse(59.5, 46, 1.6, 1, '#2a1c15');
    ellipse(54, 56, 4, 1.1, '#8c4a3f');
    photo.fillStyle = '#26343f'; // a cap
    photo.beginPath();
    photo.ellipse(54 * unit, 41 * unit, 16.5 * unit, 17 * unit, 0, Math.PI, 0);
    photo.fill();
    photo.fillRect(37 * unit, 37 * unit, 34 * unit, 6 * unit);
  }
  if (motif === 'cover') {
    photo.fillStyle = '#f4ebdd';
    for (const [top, across] of [
      [0.1, 0.7],
      [0.16, 0.55],
      [0.9, 0.4],
    ] as const)
      photo.fillRect(width * 0.1, height * top, width * across, height * 0.035);
  }
  // Detail at each scale, the finer the weaker, and the noise of a sensor: without them a JPEG would be a tenth as large.
  const noiseOf = (cells: number) => {
    const noise = contextOf(cells, cells);
    const pixels = noise.createImageData(cells, cells);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const value = random() * 255;
      pixels.data.set([value, value, value, 255], at);
    }
    noise.putImageData(pixels, 0, 0);
    return noise.canvas;
  };
  photo.globalCompositeOperation = 'overlay';
  for (let cells = 8; cells <= 1024; cells *= 2) {
    photo.globalAlpha = 0.2 * (cells / 8) ** -0.14;
    photo.drawImage(noiseOf(cells), 0, 0, width, height);
  }
  photo.globalAlpha = 0.2;
  photo.fillStyle = photo.createPattern(noiseOf(1024), 'repeat') ?? 'none';
  photo.fillRect(0, 0, width, height);
  const tiny = contextOf(16, Math.max(1, Math.round((16 * height) / width)));
  tiny.imageSmoothingQuality = 'high';
  tiny.drawImage(photo.canvas, 0, 0, tiny.canvas.width, tiny.canvas.height);
  const base64 = async ({ canvas }: OffscreenCanvasRenderingContext2D, quality: number) => {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  return {
    jpeg: await base64(photo, 0.9),
    placeholder: `data:image/jpeg;base64,${await base64(tiny, 0.6)}`,
  };
}
