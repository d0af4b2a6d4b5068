import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { startI18n } from '@/shared/i18n';
import { visitLanguage, type Language } from '@/shared/i18n/language';
import { mount } from '@/shared/app/mount';
import { loadPageAtAddress, routeOf } from './page-modules';
import { Providers } from '@/shared/app/providers';
import { PublicPages } from './public-pages';
import { reloadOnPreloadError } from '@/shared/ui/preload-error';
import {
  fillCache,
  newQueryClient,
  readDehydratedState,
  servedAt,
} from '@/shared/app/dehydrated-state';
import '@/site/styles/main.css';

async function start(root: HTMLElement): Promise<void> {
  const language = visitLanguage();
  const isRendered = matchesVisit(root, language);
  const route = routeOf(window.location.pathname);
  const page = route.page();
  page.catch(() => undefined); // loadPageAtAddress handles the failure
  await startI18n(['site', ...route.namespaces]);
  try {
    await loadPageAtAddress(language);
  } catch (error) {
    // A rendered page can be read and its links work: it stays instead of an error message.
    if (isRendered) throw error;
  }
  show(root, isRendered && isAtItsAddress());
}

/** Whether the root has rendered HTML in the language of the visit. */
const matchesVisit = (root: HTMLElement, language: Language) =>
  root.childElementCount > 0 &&
  root.dataset['render'] !== 'client' &&
  document.documentElement.lang === language;

/** False if the visitor went back or forward before the document was hydrated: its HTML is that of another page. */
function isAtItsAddress(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document === undefined || new URL(document.name).pathname === window.location.pathname;
}

function show(root: HTMLElement, isRendered: boolean): void {
  const queries = newQueryClient();
  const served = readDehydratedState();
  const updatedAt = servedAt();
  if (!isRendered) {
    // The page sets its own title and description; the first title in the document would win.
    document.head
      .querySelectorAll('title, meta[name="description"]')
      .forEach((old) => old.remove());
  }
  fillCache(queries, served, updatedAt);
  const app = (
    <StrictMode>
      <Providers queries={queries} served={served} updatedAt={updatedAt}>
        <BrowserRouter>
          <PublicPages />
        </BrowserRouter>
      </Providers>
    </StrictMode>
  );
  // With startTransition React hydrates in slices, so that input is handled in between.
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app, { onRecoverableError: console.error });
    else createRoot(root).render(app);
  });
}

reloadOnPreloadError();
void mount(start);
