import type { ReactNode } from 'react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { libraryPicture } from '@tests/library-picture';
import { rows, serve } from '@tests/page';
import { PictureFields } from '@/admin/features/blog/picture-fields';
import { PostEditorStore } from '@/admin/features/blog/post-editor-store';
import { ReviewPicture } from '@/admin/features/book-reviews/review-picture';
import { awards } from '@/admin/features/content/awards';
import { ContentScreen } from '@/admin/features/content/content-screen';
import { coverage } from '@/admin/features/content/coverage';
import { expeditions } from '@/admin/features/content/expeditions';
import { highlights } from '@/admin/features/content/highlights';
import { testimonials } from '@/admin/features/content/testimonials';
import { PictureLibrary } from '@/admin/features/pictures/picture-library';
import { BookGroup } from '@/admin/features/settings/groups/book-group';
import { BrandGroup } from '@/admin/features/settings/groups/brand-group';

const time = '2026-11-20T10:00:00Z';
const pictureId = '00000000-0000-4000-8000-000000000001';
const picture = libraryPicture(pictureId, { name: 'ridge.jpg', alt_en: 'A ridge', uses: 1 });
/** A row of any of the content tables. */
const row = {
  id: 'r',
  slug: 'k2',
  name_en: 'K2',
  title_en: 'K2',
  author_name: 'Amal',
  picture_id: pictureId,
  hero_image_url: null,
  image_url: null,
  date: '2026-01-01',
  year: 2025,
  height_m: 8611,
  country: 'Pakistan',
  display_order: 0,
  published: true,
  created_at: time,
  updated_at: time,
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  // The document of the tests loads no picture, and says that each is complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  sessionStorage.clear();
  history.replaceState(null, '', '/?lang=en');
});

const images = () => document.querySelectorAll('img');

const address = 'No picture can be loaded from this address.';
const file = 'This picture cannot be loaded.';
const open = '/admin?open=r';
const setting = (key: string) => [
  { key, value: pictureId, description: '', updated_at: time, created_at: time },
];

const post = () => {
  const store = new PostEditorStore();
  store.write({ picture_id: pictureId });
  return store;
};
const postByAddress = () => {
  const store = new PostEditorStore();
  store.write({ featured_image_url: '/gone.jpg' });
  return store;
};

type Case = {
  name: string;
  part: () => ReactNode;
  at?: string;
  change?: object;
  gallery?: object[];
  /** The words, once for each picture that is shown. */
  want: string[];
};

const cases: Case[] = [
  { name: 'a post', part: () => <PictureFields store={post()} />, want: [file] },
  {
    name: 'a post by its address',
    part: () => <PictureFields store={postByAddress()} />,
    want: [address],
  },
  {
    name: 'the first picture and the gallery of an expedition',
    part: () => <ContentScreen content={expeditions} title="Expeditions" />,
    at: open,
    gallery: [{ picture }],
    want: [file, file],
  },
  {
    name: 'the first picture of an expedition by its address, in list and form',
    part: () => <ContentScreen content={expeditions} title="Expeditions" />,
    at: open,
    change: { picture_id: null, hero_image_url: '/gone.jpg' },
    want: [address, address],
  },
  {
    name: 'a highlight',
    part: () => <ContentScreen content={highlights} title="Highlights" />,
    at: open,
    want: [file],
  },
  {
    name: 'a highlight by its address, in list and form',
    part: () => <ContentScreen content={highlights} title="Highlights" />,
    at: open,
    change: { picture_id: null, image_url: '/gone.jpg' },
    want: [address, address],
  },
  {
    name: 'coverage',
    part: () => <ContentScreen content={coverage} title="Coverage" />,
    at: open,
    want: [file],
  },
  {
    name: 'an award',
    part: () => <ContentScreen content={awards} title="Awards" />,
    at: open,
    want: [file],
  },
  {
    name: 'a testimonial',
    part: () => <ContentScreen content={testimonials} title="Testimonials" />,
    at: open,
    want: [file],
  },
  {
    name: 'the portrait',
    part: () => <BrandGroup rows={setting('story.portrait')} />,
    want: [file],
  },
  { name: 'the book cover', part: () => <BookGroup rows={setting('book.cover')} />, want: [file] },
  { name: 'the library', part: () => <PictureLibrary />, want: [file] },
  {
    name: 'a proof of purchase',
    part: () => <ReviewPicture kind="proof" url="/gone.jpg" name="Amal" />,
    want: ['This picture cannot be shown: its address leads to none.'],
  },
];

it.each(cases)('the dead picture is answered in words: $name', async (one) => {
  const server = await serve(rows([]));
  server.mockImplementation((url) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/pictures')) return rows([picture])();
    if (pathname.endsWith('/picture_list')) return pageOf([picture])();
    if (pathname.endsWith('/expedition_pictures')) return rows(one.gallery ?? [])();
    if (/\/(expeditions|media_highlights|media_coverage|awards|testimonials)$/.test(pathname))
      return pageOf([{ ...row, ...one.change }])();
    return pageOf([])();
  });
  showAdmin(one.part(), one.at);
  await waitFor(() => expect(images().length).toBeGreaterThanOrEqual(one.want.length));
  // Each picture fails, and what is tried in its place.
  await waitFor(() => {
    images().forEach((image) => fireEvent.error(image));
    expect(images()).toHaveLength(0);
  });
  const words = new RegExp(`^(${[...new Set(one.want)].join('|')})`);
  expect(screen.getAllByText(words, { ignore: 'title' })).toHaveLength(one.want.length);
});
