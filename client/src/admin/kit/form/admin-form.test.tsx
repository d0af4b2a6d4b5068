import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { Failure } from '@/shared/api/failures';
import { hasUnsaved } from '@/admin/kit/unsaved';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { AdminForm } from './admin-form';
import { FormSelect, FormSwitch } from './form-choice';
import { FormLanguages } from './form-languages';
import { FormNumber } from './form-number';
import { FormArea, FormText } from './form-text';

const schema = z.object({
  slug: z.string().check(z.minLength(1, 'Give it a slug')),
  title_en: z.string().check(z.minLength(1, 'Write the English title')),
  title_fr: z.string(),
  title_ar: z.string(),
  height: z.number('Give a height'),
  notes: z.nullable(z.string()),
  category: z.string(),
  published: z.boolean(),
});
type Values = z.infer<typeof schema>;

const toubkal: Values = {
  slug: 'toubkal',
  title_en: 'Toubkal',
  title_fr: '',
  title_ar: 'توبقال',
  height: 4167,
  notes: 'Winter',
  category: 'atlas',
  published: true,
};

type Save = (values: Values, saved: { changed: Partial<Values> }) => unknown;
const save = vi.fn<Save>();

const categories = [
  { value: 'atlas', label: 'Atlas' },
  { value: 'rif', label: 'Rif' },
];

const record = { table: 'expeditions', ids: ['1'] } as const;

const form = (defaults = toubkal, draft?: string) => (
  <>
    <a href="/elsewhere">Elsewhere</a>
    <AdminForm
      schema={schema}
      defaults={defaults}
      onSave={save}
      failed="Error updating expedition"
      constraintErrors={{
        expeditions_slug_key: { field: 'slug', text: 'Another one has this slug' },
      }}
      record={record}
      {...(draft !== undefined && { draft })}
    >
      <FormText name="slug" label="Slug" required />
      <FormLanguages name="title" label="Title" />
      <FormNumber name="height" label="Height" />
      <FormArea name="notes" label="Notes" nullable />
      <FormSelect name="category" label="Category" options={categories} />
      <FormSwitch name="published" label="Published" />
    </AdminForm>
  </>
);

const field = (name: string) => screen.getByRole('textbox', { name });
const type = async (name: string, value: string) => {
  await enterText(field(name), value);
  await enterText(field(name), value);
};
const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  save.mockReset();
  sessionStorage.clear();
  await serve(created);
});

describe('a form', () => {
  it('gives what was typed, parsed, and what of it changed', async () => {
    showAdmin(form());
    await type('Title (French)', 'Le Toubkal');
    await type('Height', '4 168');
    await type('Notes', '');
    await user.click(screen.getByRole('switch', { name: 'Published' }));
    await enterText(screen.getByRole('combobox'), 'rif');
    expect(hasUnsaved()).toBe(true);
    await press('Save');
    const changed = {
      title_fr: 'Le Toubkal',
      height: 4168,
      notes: null,
      category: 'rif',
      published: false,
    };
    await waitFor(() =>
      expect(save).toHaveBeenCalledExactlyOnceWith({ ...toubkal, ...changed }, { changed }),
    );
    await expectText('Saved');
    expect(hasUnsaved()).toBe(false);
  });

  it('saves by the keyboard', async () => {
    showAdmin(form());
    await user.click(field('Slug'));
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
  });

  it('sends nothing that its schema refuses, and leads to the first error, in its language', async () => {
    showAdmin(form());
    await type('Title (English)', '');
    await type('Height', 'high');
    await user.click(screen.getByRole('button', { name: /^Arabic/ }));
    await press('Save');
    const title = field('Title (English)');
    await waitFor(() => expect(title).toHaveFocus());
    expect(title).toHaveAccessibleDescription('Write the English title');
    expect(field('Height')).toHaveAccessibleDescription('Give a height');
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields need a look');
    expect(screen.getByRole('button', { name: /^English/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(save).not.toHaveBeenCalled();
  });

  it.each([
    ['English', 'duplicate key value violates unique constraint "expeditions_slug_key"'],
    ['French', 'la valeur d’une clé dupliquée rompt la contrainte unique « expeditions_slug_key »'],
  ])('says at its field what a database that speaks %s refuses there', async (_, taken) => {
    save.mockRejectedValue(new Failure('conflict', '23505', taken));
    showAdmin(form());
    await type('Slug', 'everest');
    await press('Save');
    await waitFor(() =>
      expect(field('Slug')).toHaveAccessibleDescription('Another one has this slug'),
    );
    expect(field('Slug')).toHaveValue('everest');
  });

  it('says that a text is too long at the field of its column', async () => {
    const long = 'new row violates check constraint "expeditions_title_fr_length"';
    save.mockRejectedValue(new Failure('tooLong', '23514', long));
    showAdmin(form());
    await type('Title (French)', 'x');
    await press('Save');
    await waitFor(() => expect(field('Title (French)')).toHaveAccessibleDescription(/is too long/));
  });

  it('keeps every word where nothing could be sent, and saves at the next press', async () => {
    save.mockRejectedValueOnce(new Failure('network', '', 'no answer'));
    showAdmin(form());
    await type('Slug', 'everest');
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error updating expedition We could not reach the server.',
    );
    expect(field('Slug')).toHaveValue('everest');
    await press('Save');
    await expectText('Saved');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes new values for what nobody has typed over', async () => {
    function Fresh() {
      const [row, setRow] = useState(toubkal);
      const fresh = { ...toubkal, slug: 'theirs', notes: 'Summer' };
      return (
        <>
          <button type="button" onClick={() => setRow(fresh)}>
            Ask again
          </button>
          {form(row)}
        </>
      );
    }
    showAdmin(<Fresh />);
    await type('Slug', 'mine');
    await press('Ask again');
    await waitFor(() => expect(field('Notes')).toHaveValue('Summer'));
    expect(field('Slug')).toHaveValue('mine');
    expect(hasUnsaved()).toBe(true);
  });

  it('shows which languages lack a text', async () => {
    showAdmin(form());
    const tabs = within(screen.getByRole('group', { name: 'Language of the texts' }));
    expect(tabs.getByRole('button', { name: 'French (texts missing)' })).toBeVisible();
    expect(tabs.getByRole('button', { name: 'Arabic' })).toBeVisible();
    await type('Title (English)', '');
    await type('Title (Arabic)', '');
    expect(tabs.queryByRole('button', { name: /missing/ })).toBeNull();
    expect(field('Title (Arabic)')).toHaveAttribute('dir', 'rtl');
  });
});

describe('leaving a form', () => {
  it('asks, and stays or goes', async () => {
    showAdmin(form());
    const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    window.addEventListener('click', followed);
    await user.click(screen.getByText('Elsewhere'));
    expect(followed).toHaveBeenCalledOnce();
    await type('Slug', 'everest');
    await user.click(screen.getByText('Elsewhere'));
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field('Slug')).toHaveValue('everest');
    followed.mockClear();
    await user.click(screen.getByText('Elsewhere'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() =>
      expect(followed.mock.calls.some(([{ target }]) => target instanceof HTMLAnchorElement)).toBe(
        true,
      ),
    );
    window.removeEventListener('click', followed);
  });

  it('by closing the tab is held up only where words are unsaved', async () => {
    const { unmount } = showAdmin(form());
    const close = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(close()).toBe(false);
    await type('Slug', 'everest');
    expect(close()).toBe(true);
    unmount();
    expect(close()).toBe(false);
    expect(hasUnsaved()).toBe(false);
  });
});

describe('a draft', () => {
  it('comes back after a reload, and goes when it is saved or discarded', async () => {
    const first = showAdmin(form(toubkal, 'peak'));
    await type('Slug', 'everest');
    first.unmount();
    const second = showAdmin(form(toubkal, 'peak'));
    await expectText('What you had typed here is back.');
    expect(field('Slug')).toHaveValue('everest');
    expect(hasUnsaved()).toBe(true);
    await press('Discard it');
    await waitFor(() => expect(field('Slug')).toHaveValue('toubkal'));
    await type('Slug', 'k2');
    await press('Save');
    await screen.findByText('Saved');
    second.unmount();
    showAdmin(form(toubkal, 'peak'));
    act(() => {});
    expect(field('Slug')).toHaveValue('toubkal');
  });

  it('is still in conflict after a reload with what somebody else has saved meanwhile', async () => {
    const first = showAdmin(form(toubkal, 'peak'));
    await type('Slug', 'everest');
    await type('Notes', 'Summer');
    first.unmount();
    showAdmin(form({ ...toubkal, slug: 'k2', title_fr: 'Le Toubkal' }, 'peak'));
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await press('Save');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.lastCall?.[1].changed).toEqual({ slug: 'everest', notes: 'Summer' });
    expect(save.mock.lastCall?.[0].title_fr).toBe('Le Toubkal');
  });
});

// Between what a render shows and its effects, and between these and the next render.
it.each([useLayoutEffect, useEffect])(
  'saves nothing over what somebody else has saved at that moment, and says so (%o)',
  async (useMoment) => {
    let tell: (title: string) => void = () => {};
    function Told() {
      const [title, setTitle] = useState(toubkal.title_en);
      tell = setTitle;
      useMoment(() => {
        if (title !== toubkal.title_en) screen.getByRole('button', { name: 'Save' }).click();
      }, [title]);
      return form({ ...toubkal, title_en: title });
    }
    showAdmin(<Told />);
    await type('Title (English)', 'Mine');
    act(() => tell('Theirs'));
    await expectText(
      'Nothing was saved: somebody else changed the same. Choose above whose words stand.',
    );
    expect(save).not.toHaveBeenCalled();
  },
);

it('the shortcut saves the form with the focus', async () => {
  const others = vi.fn<() => void>();
  showAdmin(
    <>
      {form()}
      <AdminForm schema={z.object({ name: z.string() })} defaults={{ name: '' }} onSave={others}>
        <FormText name="name" label="Name" />
      </AdminForm>
    </>,
  );
  await type('Slug', 'everest');
  await user.click(field('Slug'));
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(others).not.toHaveBeenCalled();
});
