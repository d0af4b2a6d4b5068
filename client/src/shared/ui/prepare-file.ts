/** Types of files that forms accept, told by their first bytes. */
const kinds = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;
export type FileKind = keyof typeof kinds;

/** Pictures; a HEIC is converted where the browser can read it. */
export const pictureKinds: readonly FileKind[] = ['jpeg', 'png', 'webp', 'heic'];
export const documentKinds: readonly FileKind[] = ['pdf', 'doc', 'docx', 'ppt', 'pptx'];

/** Why a file cannot be sent. `heic`: this browser cannot convert it. `broken`: it is no picture. */
export type FileRefusal = 'type' | 'large' | 'empty' | 'heic' | 'broken';

export class FileRefused extends Error {
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal) {
    super(reason);
    this.name = 'FileRefused';
    this.reason = reason;
  }
}

/** A file as it is sent. `preview` is a data: address of a picture. */
export type PreparedFile = { body: Blob; name: string; type: string; preview?: string };

export type FileLimits = {
  kinds: readonly FileKind[];
  /** Bytes of what is sent; a picture may be larger before it is scaled. */
  maxBytes: number;
};

const maxPictureBytes = 50 * 1024 * 1024;
const maxPictureSide = 2000; // px
const previewSide = 320; // px

/**
 * Checks a file by its content, and draws a picture again as a JPEG of at most 2000 px: without EXIF, so
 * without the place where it was taken. Throws FileRefused.
 */
export async function prepareFile(file: File, limits: FileLimits): Promise<PreparedFile> {
  if (file.size === 0) throw new FileRefused('empty');
  const kind = await kindOf(file);
  if (kind === undefined || !limits.kinds.includes(kind)) throw new FileRefused('type');
  const isPicture = pictureKinds.includes(kind);
  if (file.size > (isPicture ? maxPictureBytes : limits.maxBytes)) throw new FileRefused('large');
  if (!isPicture) return { body: file, name: cleanName(file.name), type: kinds[kind] };
  const { body, preview } = await redraw(file, kind);
  if (body.size > limits.maxBytes) throw new FileRefused('large');
  const name = cleanName(file.name.replace(/\.[^.]*$/, ''), '.jpg');
  return { body, preview, name, type: kinds.jpeg };
}

async function kindOf(file: File): Promise<FileKind | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001A\n')) return 'png';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp';
  if (/^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(text)) return 'heic';
  if (text.includes('%PDF-')) return 'pdf';
  if (text.startsWith('PK\u0003\u0004')) return oneOf(extension, ['docx', 'pptx']);
  if (text.startsWith('\u00D0\u00CF\u0011\u00E0')) return oneOf(extension, ['doc', 'ppt']);
  return undefined;
}

const oneOf = (extension: string | undefined, all: FileKind[]) =>
  all.find((kind) => kind === extension);

/** At most 200 characters, without what the server refuses in a name. */
function cleanName(name: string, extension = ''): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  const clean = name.replace(/[/\\\u0000-\u001F\u007F-\u009F]/g, '-').trim();
  const parts = /^(.*?)(\.[^.]{1,10})?$/s.exec(clean);
  const end = extension === '' ? (parts?.[2] ?? '') : extension;
  const stem = (extension === '' ? parts?.[1] : clean) ?? '';
  return `${Array.from(stem || 'file')
    .slice(0, 200 - end.length)
    .join('')}${end}`;
}

async function redraw(file: File, kind: FileKind): Promise<{ body: Blob; preview: string }> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const canvas = drawn(bitmap, maxPictureSide);
      const body = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, kinds.jpeg, 0.85);
      });
      if (body === null) throw new FileRefused('broken');
      return { body, preview: drawn(bitmap, previewSide).toDataURL(kinds.jpeg, 0.8) };
    } finally {
      bitmap.close();
    }
  } catch (cause) {
    throw cause instanceof FileRefused
      ? cause
      : new FileRefused(kind === 'heic' ? 'heic' : 'broken');
  }
}

/** The picture on a canvas, white where it was transparent. */
function drawn(bitmap: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new FileRefused('broken');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
