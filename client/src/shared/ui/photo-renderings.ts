/** A picture of the library: its file in the public bucket, and its size in pixels. */
type File = { path: string; width: number };

// Pixels. Each is rendered once by the server and kept.
const widths = [360, 480, 720, 1080, 1440, 1920];
const widest = 1920;

/** The address of a rendering, as wide as given. */
export const renderedAddress = (path: string, width: number): string =>
  `/storage/v1/render/image/public/media/${path}?width=${width}`;

/** The addresses of all renderings, with their widths in pixels: none is larger than the file. */
export function renderingsOf({ path, width }: File) {
  const shown = [
    ...widths.filter((each) => each < Math.min(width, widest)),
    Math.min(width, widest),
  ];
  return shown.map((each) => ({ src: renderedAddress(path, each), width: each }));
}

/** The addresses of all renderings, for the attribute srcset. */
export const srcSetOf = (file: File): string =>
  renderingsOf(file)
    .map(({ src, width }) => `${src} ${width}w`)
    .join(', ');

/** The widest rendering, with its size in pixels. */
export function largestOf({ path, width, height }: File & { height: number }) {
  const shown = Math.min(width, widest);
  return {
    src: renderedAddress(path, shown),
    width: shown,
    height: Math.round((height * shown) / width),
  };
}
