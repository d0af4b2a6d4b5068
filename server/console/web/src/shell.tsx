import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink, Outlet } from 'react-router';
import { actors, setActor, useActor } from './kit/actor.ts';
import { useSession, useSignOut } from './kit/session.ts';
import { Failure, Loading } from './kit/ui.tsx';
import { cycleTheme, useTheme } from './kit/theme.ts';
import { screens } from './screens.ts';
import { t } from './texts.ts';

const Palette = lazy(async () => ({ default: (await import('./kit/palette.tsx')).Palette }));

/** The frame of every screen: menu, the role as which statements run, palette. */
export function Shell() {
  const { about, operator, writes } = useSession();
  const signOut = useSignOut();
  const [failure, setFailure] = useState<unknown>(null);
  const [palette, setPalette] = useState(false);
  const [menu, setMenu] = useState(false);
  const theme = useTheme();
  useEffect(() => {
    document.title = `${about.name} · ${t.console}`;
  }, [about.name]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPalette(true);
      }
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
          <span className="wide-only">{t.search}</span> <kbd>Ctrl K</kbd>
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={t.theme}
          title={t.theme}
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
      <main>
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
