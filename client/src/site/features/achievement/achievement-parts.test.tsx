import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { expeditions } from '@tests/seeds';
import { switchLanguage } from '@/shared/i18n';
import type { LibraryPicture } from '@/shared/ui/localised-photo';
import type { Achievement } from './achievement';
import { AchievementFacts } from './achievement-facts';
import { AchievementGallery, placesOf } from './achievement-gallery';
import { AchievementStory } from './achievement-story';

beforeEach(async () => void (await serve(rows([]))));
afterEach(() => switchLanguage('en'));

function peak(slug: string, changes: Partial<Achievement> = {}): Achievement {
  const found = expeditions.find((row) => row.slug === slug);
  if (found === undefined) throw new Error(`no ${slug}`);
  return { ...found, ...changes };
}

/** A row with only the required fields. */
const bare = (changes: Partial<Achievement> = {}) =>
  peak('elbrus', {
    slug: 'toubkal',
    flag: null,
    country: 'Somewhere',
    continent: 'Elsewhere',
    location: null,
    route: null,
    duration_days: 0,
    temperature: null,
    team_size: '',
    badge_en: null,
    ...changes,
  });

describe('the facts of a mountain', () => {
  const labels = () => screen.getAllByRole('term').map((term) => term.textContent);

  it('mark indicative facts and explain the word', () => {
    show(<AchievementFacts peak={peak('k2')} note="A usual ascent." />);
    expect(labels()).toContain('Durationindicative');
    expect(screen.getByText('60 days')).toBeVisible();
    expect(screen.getByText('A usual ascent.')).toBeVisible();
  });

  it('leave out empty columns', () => {
    show(<AchievementFacts peak={bare()} note={undefined} />);
    expect(labels()).toEqual(['Altitude', 'Year', 'Country', 'Continent']);
    expect(screen.getByText('Somewhere')).toBeVisible();
    expect(screen.getByText('Elsewhere')).toBeVisible();
  });
});

describe('the text of a mountain', () => {
  it.each(expeditions.map(({ slug }) => slug))('has the historic note of %s', (slug) => {
    show(<AchievementStory peak={peak(slug)} />);
    const note = screen.getByRole('complementary', { name: 'Historic note' });
    expect(within(note).getByText(peak(slug).badge_en ?? '')).toBeVisible();
  });

  it('say in the note of an attempt that it was one, before all else', () => {
    const { container } = show(<AchievementStory peak={peak('manaslu', { badge_en: null })} />);
    const note = screen.getByRole('complementary', { name: 'Historic note' });
    expect(within(note).getByText('Attempt')).toBeVisible();
    expect(within(note).getByText(/did not reach the summit, because of the risk/)).toBeVisible();
    expect(container.firstChild?.firstChild).toBe(note);
  });

  it('have no note where there is nothing to note', () => {
    show(<AchievementStory peak={bare()} />);
    expect(screen.queryByText('Historic note')).toBeNull();
  });

  it('fall back to English, with a note', async () => {
    await switchLanguage('fr');
    show(<AchievementStory peak={bare({ description_en: 'Only so.', description_fr: ' ' })} />);
    expect(screen.getByText('Only so.')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Ce texte n’existe qu’en anglais.')).toBeVisible();
  });
});

describe('the views of a mountain', () => {
  it('are four, with the owner’s picture first', () => {
    show(<AchievementGallery peak={peak('k2', { hero_image_url: '/mine.jpg' })} />);
    expect(screen.getAllByRole('button')).toHaveLength(5);
  });

  it('use the alternative text of the owner’s picture', () => {
    const hero_image_alt_en = 'Three tents below a serac';
    show(<AchievementGallery peak={bare({ hero_image_url: '/mine.jpg', hero_image_alt_en })} />);
    expect(screen.getByRole('button')).toHaveTextContent('Three tents below a serac');
  });

  it('are none for a mountain without drawings and pictures', () => {
    const { container } = show(<AchievementGallery peak={bare()} />);
    expect(within(container).queryByRole('button')).toBeNull();
  });

  it('replace a broken picture with the default one', () => {
    show(<AchievementGallery peak={bare({ hero_image_url: '/broken.jpg' })} />);
    const button = screen.getByRole('button');
    const picture = button.querySelector('img');
    if (picture === null) throw new Error('no picture');
    fireEvent.error(picture);
    expect(picture).toHaveAttribute('src', '/art/everest.svg');
  });
});

describe('the places of photographs', () => {
  const columns = (shapes: string) =>
    placesOf(shapes.split('').map((shape) => photograph(shape === 'u'))).map(
      ({ className }) => /lg:col-span-(\d+)/.exec(className)?.[1],
    );
  const photograph = (upright: boolean): LibraryPicture => ({
    path: 'a/b.jpg',
    width: upright ? 3000 : 4000,
    height: upright ? 4000 : 3000,
    placeholder: null,
    focal_x: 0.5,
    focal_y: 0.5,
    alt_en: 'A',
    alt_fr: '',
    alt_ar: '',
    credit_en: '',
    credit_fr: '',
    credit_ar: '',
  });

  // l is a landscape, u an upright one
  it.each([
    ['', []],
    ['l', ['12']],
    ['lu', ['8', '4']],
    ['ul', ['4', '8']],
    ['llll', ['7', '5', '5', '7']],
    ['lul', ['4', '4', '4']],
    ['lulll', ['8', '4', '4', '4', '4']],
  ])('%s fill the rows of a wide screen', (shapes, want) => {
    expect(columns(shapes)).toEqual(want);
  });
});
