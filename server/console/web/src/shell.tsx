import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation, useRouteError } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { actors, setActor, useActor } from './kit/actor.ts';
import { connection } from './kit/connection.ts';
import { session, useSession, useSignOut } from './kit/session.ts';
import { Dialog, Failure, Loading } from './kit/ui.tsx';
import { cycleTheme, useTheme } from './kit/theme.ts';
import { screens } from './screens.ts';
import { SignInForm } from './screens/sign-in/sign-in.tsx';
import { t } from './texts.ts';

const importPalette = () => import('./kit/palette.tsx');
const Palette = lazy(async () => ({ default: (await importPalette()).Palette }));

/** The frame of every screen: menu, the role as which statements run, palette. */
export function Shell() {
  const { about, operator, writes } = useSession();
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const [failure, setFailure] = useState<unknown>(null);
  const [palette, setPalette] = useState(false);
  const [menu, setMenu] = useState(false);
  const theme = useTheme();
  const main = useRef<HTMLElement>(null);
  const screen = screens.find((s) => pathname.startsWith(s.path))?.label ?? t.console;
  // With the first screen, since Ctrl+K is expected to answer at once, and while the server is away too.
  useEffect(() => {
    importPalette().catch(() => undefined);
  }, []);
  useEffect(() => {
    document.title = `${screen} · ${about.name}`;
  }, [screen, about.name]);
  // Keys go to the screen that was opened, not to the link in the menu.
  useEffect(() => {
    if (!main.current?.contains(document.activeElement)) main.current?.focus();
  }, [pathname]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPalette(true);
      } else if (event.key === 'Escape') setMenu(false);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <div className="shell">
      <header className="top">
        <button
          type="button"
          className="quiet menu-button"
          aria-expanded={menu}
          aria-label={t.menu}
          onClick={() => setMenu(!menu)}
        >
          ☰
        </button>
        <strong className="project">{about.name}</strong>
        <span className="mode">{writes ? t.development : t.production}</span>
        <span className="space" />
        <ActorSelect />
        <button type="button" className="quiet" onClick={() => setPalette(true)}>
          {t.search} <kbd>Ctrl K</kbd>
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={t.theme(theme)}
          title={t.theme(theme)}
          onClick={cycleTheme}
        >
          {theme === 'dark' ? '☾' : theme === 'light' ? '☀' : '◐'}
        </button>
      </header>
      <nav className={menu ? 'side open' : 'side'} aria-label={t.menu}>
        {screens.map((s) => (
          <NavLink key={s.path} to={s.path} onClick={() => setMenu(false)}>
            {s.label}
          </NavLink>
        ))}
        <span className="space" />
        <small title={about.version}>{operator}</small>
        <button type="button" className="quiet" onClick={() => void signOut().catch(setFailure)}>
          {t.signOut}
        </button>
        <Failure error={failure} />
      </nav>
      {menu && (
        <button
          type="button"
          className="scrim"
          aria-label={t.close}
          onClick={() => setMenu(false)}
        />
      )}
      <main ref={main} tabIndex={-1}>
        <Connection />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      {palette && (
        <Suspense fallback={null}>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Says that the server does not answer, or asks to sign in again; what is entered stays. */
function Connection() {
  const client = useQueryClient();
  const state = connection.use();
  useEffect(() => {
    if (state !== 'ok') return;
    void client.refetchQueries({ type: 'active', predicate: (q) => q.state.error !== null });
  }, [client, state]);
  if (state === 'away') {
    return (
      <p className="away" role="status">
        {t.away}
      </p>
    );
  }
  if (state === 'ok') return null;
  return (
    <Dialog title={t.sessionEnded} onClose={() => connection.set('ok')}>
      <SignInForm />
    </Dialog>
  );
}

/** Stands for a screen that cannot be shown. If the server did not answer, the page is loaded when it does. */
export function Broken() {
  const error = useRouteError();
  const isThere = useQuery({ ...session, staleTime: 0 });
  const wasAway = useRef(false);
  useEffect(() => {
    if (isThere.error) wasAway.current = true;
    else if (wasAway.current && isThere.isSuccess) window.location.reload();
  }, [isThere.error, isThere.isSuccess]);
  return (
    <section className="page">
      <h1>{t.brokenScreen}</h1>
      <Failure error={isThere.error ?? error} onRetry={() => window.location.reload()} />
    </section>
  );
}

function ActorSelect() {
  const actor = useActor();
  const known = actors.some((a) => a.id === actor.id) ? actors : [...actors, actor];
  return (
    <label className="actor">
      <span>{t.as}</span>
      <select
        aria-label={t.runAs}
        value={actor.id}
        onChange={(event) => {
          const chosen = known.find((a) => a.id === event.target.value);
          if (chosen) setActor(chosen);
        }}
      >
        {known.map((a) => (
          <option key={a.id} value={a.id}>
            {a.label}
          </option>
        ))}
      </select>
    </label>
  );
}
