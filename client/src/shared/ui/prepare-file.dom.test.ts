import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentKinds, pictureKinds, prepareFile } from './prepare-file';

const all = { kinds: [...documentKinds, ...pictureKinds], maxBytes: 2000 };
const fileOf = (name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) =>
  new File(parts, name);
const bytes = (...values: number[]) => new Uint8Array(values);
const jpeg = bytes(0xff, 0xd8, 0xff, 0xe1);
const heic = 'aaaaftypheic';

const drawn: { width: number; height: number }[] = [];

beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 4000, height: 1000, close: () => {} }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    // @ts-expect-error -- what prepareFile uses of a context
    { fillRect: () => {}, drawImage: () => {} },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    give,
    type,
  ) {
    drawn.push({ width: this.width, height: this.height });
    give(new Blob(['drawn'], type === undefined ? {} : { type }));
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg,small');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a picture', () => {
  it.each([
    ['a JPEG', 'IMG_1.JPG', [jpeg]],
    ['a PNG', 'IMG_1.png', [bytes(0x89), 'PNG\r\n\u001A\n']],
    ['a WebP', 'IMG_1.webp', ['RIFF0000WEBPVP8']],
    ['a HEIC that the browser can read', 'IMG_1.heic', [heic]],
  ])('%s is drawn again as a JPEG of at most 2000 px', async (_, name, parts) => {
    const sent = await prepareFile(fileOf(name, ...parts), all);
    expect(drawn).toEqual([{ width: 2000, height: 500 }]);
    expect(await sent.body.text()).toBe('drawn');
    expect(sent).toMatchObject({
      name: 'IMG_1.jpg',
      type: 'image/jpeg',
      preview: 'data:image/jpeg,small',
    });
  });

  it.each([
    ['broken', 'a.jpg', [jpeg]],
    ['heic', 'a.heic', [heic]],
  ])('is refused as %s if the browser cannot read it', async (reason, name, parts) => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no')));
    await expect(prepareFile(fileOf(name, ...parts), all)).rejects.toMatchObject({ reason });
  });
});

describe('a document', () => {
  it.each([
    ['deck.pdf', ['%PDF-1.7'], /^application\/pdf$/],
    ['offer.docx', ['PK\u0003\u0004'], /wordprocessingml/],
    ['deck.PPTX', ['PK\u0003\u0004'], /presentationml/],
    ['old.doc', [bytes(0xd0, 0xcf, 0x11, 0xe0)], /^application\/msword$/],
  ])('%s is sent as it is', async (name, parts, type) => {
    const file = fileOf(name, ...parts);
    const sent = await prepareFile(file, all);
    expect(sent.body).toBe(file);
    expect(sent.name).toBe(name);
    expect(sent.type).toMatch(type);
  });

  it.each([
    ['empty', 'deck.pdf', ''],
    ['large', 'deck.pdf', `%PDF-${'x'.repeat(2000)}`],
    ['type', 'deck.pdf', '<html>'],
    ['type', 'run.exe', 'MZ'],
    ['type', 'files.zip', 'PK\u0003\u0004'],
    ['type', 'picture.svg', '<svg/>'],
  ])('is refused as %s: %s', async (reason, name, text) => {
    await expect(prepareFile(fileOf(name, text), all)).rejects.toMatchObject({ reason });
  });

  it('is refused where pictures alone are accepted', async () => {
    const limits = { kinds: pictureKinds, maxBytes: 2000 };
    const refused = prepareFile(fileOf('receipt.pdf', '%PDF-1.7'), limits);
    await expect(refused).rejects.toMatchObject({ reason: 'type' });
  });

  it('has a name that the server accepts', async () => {
    const name = `../${'x'.repeat(300)}\n.pdf`;
    const sent = await prepareFile(fileOf(name, '%PDF-1.7'), all);
    expect(sent.name).toMatch(/^\.\.-x+\.pdf$/);
    expect(sent.name).toHaveLength(200);
  });
});
