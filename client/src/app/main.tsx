import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { startI18n } from '../i18n';
import { visitLanguage, type Language } from '../i18n/language';
import { mount } from './mount';
import { loadPage, routeOf } from './page-modules';
import { Providers } from './providers';
import { PublicPages } from './public-pages';
import { fillCache, firstSettings, newQueryClient, readDehydratedState } from './dehydrated-state';
import '../styles/main.css';

async function start(root: HTMLElement): Promise<void> {
  const language = visitLanguage();
  // Before i18next turns the document to the language of the visit.
  const isPrerendered = isOurs(root, language);
  const route = routeOf(window.location.pathname);
  const page = route.page();
  page.catch(() => undefined); // loadPage asks again, and tells
  await startI18n(['site', ...route.words]);
  try {
    await loadPage(route, language);
  } catch (error) {
    // What the server has rendered can be read and left by its links: better than a failure in its place.
    if (isPrerendered) throw error;
  }
  show(root, isPrerendered);
}

/** Whether the root holds this very page as the build rendered it, in the language of the visit. */
const isOurs = (root: HTMLElement, language: Language) =>
  root.childElementCount > 0 &&
  root.dataset['render'] !== 'client' &&
  document.documentElement.lang === language;

function show(root: HTMLElement, isPrerendered: boolean): void {
  const queries = newQueryClient();
  const served = readDehydratedState();
  if (!isPrerendered) {
    // The page names itself; the first title in the document would win over its own.
    document.head
      .querySelectorAll('title, meta[name="description"]')
      .forEach((old) => old.remove());
    fillCache(queries, served);
  }
  // Dated at the beginning of time: what the server says now replaces it.
  else queries.setQueryData(['settings'], firstSettings(served), { updatedAt: 0 });
  const app = (
    <StrictMode>
      <Providers queries={queries} served={served}>
        <BrowserRouter>
          <PublicPages />
        </BrowserRouter>
      </Providers>
    </StrictMode>
  );
  // As a transition, React works in slices and lets the reader's hand come between.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app, { onRecoverableError: console.error });
    else createRoot(root).render(app);
  });
}

void mount(start);
