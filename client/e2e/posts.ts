import type { Locator, Page } from '@playwright/test';
import type { Backend } from './backend';

export const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A post for one test, and the URL of its editor. */
export async function makePost(service: Backend, name: string, more: object = {}) {
  const { data } = await service
    .from('blog_posts')
    // Not derived from the title, so that it stays when the title changes.
    .insert({
      slug: `${slugOf(name)}-post`,
      title_en: name,
      content_en: '<p>Some words.</p>',
      ...more,
    })
    .select()
    .single()
    .throwOnError();
  return { ...data, path: `/admin/blog/edit/${data.id}?lang=en` };
}

export const published = { status: 'published', published_at: '2020-01-02T08:00:00Z' };

export async function postOf(service: Backend, slug: string) {
  const { data } = await service
    .from('blog_posts')
    .select('*')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

export const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });

/** The save state of the editor, once everything is saved. */
export const saved = (page: Page) => page.getByRole('status').getByText(/^Saved/);
