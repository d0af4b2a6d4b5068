import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { defaultSettings } from '@/shared/settings/settings';
import { publicRoutes } from './routes';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

const linksIn = (element: HTMLElement) =>
  [...new Set(within(element).getAllByRole('link', { hidden: true }))].map(
    (link) => new URL(link.getAttribute('href') ?? '', 'http://site').pathname,
  );

beforeEach(async () => {
  history.replaceState(null, '', '/?lang=en');
  await serve(rows([]));
});

describe('the navigation', () => {
  it('is the same list of pages in the header, the menu and the footer', () => {
    show(
      <>
        <SiteHeader settings={defaultSettings} />
        <SiteFooter settings={defaultSettings} />
      </>,
    );
    const footer = linksIn(screen.getByRole('navigation', { name: 'Pages' }));
    const [menu] = document.querySelectorAll('dialog');
    if (menu === undefined) throw new Error('no menu');
    // Besides the pages: "Follow My Journey" without an Instagram address leads to /contact, which is one of them.
    expect(new Set(linksIn(menu))).toEqual(new Set(footer));
    expect(new Set(linksIn(screen.getByRole('banner')))).toEqual(new Set(footer));
    expect(footer).toHaveLength(11);
  });

  it('has every page with a label, once in the footer', () => {
    show(<SiteFooter settings={defaultSettings} />);
    const labelled = publicRoutes.flatMap(({ path, label }) => (label === undefined ? [] : [path]));
    const found = linksIn(screen.getByRole('contentinfo'));
    expect(found.filter((path) => path !== '/feed.xml').toSorted()).toEqual(labelled.toSorted());
  });
});
