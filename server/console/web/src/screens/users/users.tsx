import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { setActor } from '@/kit/actor.ts';
import { CopyButton, Dialog, Empty, Failure, Field, Loaded, Pager, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import {
  change,
  create,
  endSession,
  impersonate,
  invite,
  remove,
  removeFactor,
  resetPassword,
  signOut,
  userDetails,
  users,
  type User,
} from './api.ts';

/** The accounts of the project. */
export function UsersScreen() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<User | null>(null);
  const [adding, setAdding] = useState(false);
  const all = useQuery(users(search, page));
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.users}</h1>
        <input
          type="search"
          placeholder={t.searchUsers}
          aria-label={t.searchUsers}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        <span className="space" />
        <button type="button" className="primary" onClick={() => setAdding(true)}>
          {t.newUser}
        </button>
      </header>
      <Loaded query={all}>
        {(found) =>
          found.length === 0 ? (
            <Empty>{search === '' ? t.noUsers : t.nothingFound}</Empty>
          ) : (
            <div className="scroll">
              <table className="list">
                <thead>
                  <tr>
                    <th>{t.email}</th>
                    <th>{t.state}</th>
                    <th>{t.lastSignIn}</th>
                    <th>{t.created}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((u) => (
                    <tr key={u.id}>
                      <td>
                        <button type="button" className="link" onClick={() => setShown(u)}>
                          {nameOf(u)}
                        </button>
                      </td>
                      <td>{stateOf(u)}</td>
                      <td className="muted">
                        <Time at={u.last_sign_in_at} />
                      </td>
                      <td className="muted">
                        <Time at={u.created_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
      <Pager page={page} first={1} isLast={(all.data?.length ?? 0) < 50} onPage={setPage} />
      {shown && <UserDialog id={shown.id} name={nameOf(shown)} onClose={() => setShown(null)} />}
      {adding && <NewUser onClose={() => setAdding(false)} />}
    </section>
  );
}

const nameOf = (u: User) => u.email || u.phone || (u.is_anonymous ? t.anonymous : u.id);

const isBanned = (u: User) =>
  u.banned_until !== undefined && u.banned_until !== null && new Date(u.banned_until) > new Date();

function stateOf(u: User) {
  if (isBanned(u)) {
    return <span className="warn">{t.banned}</span>;
  }
  if (u.is_anonymous) return t.anonymous;
  if (!u.confirmed_at)
    return <span className="muted">{u.invited_at ? t.invited : t.unconfirmed}</span>;
  return u.app_metadata['console'] === true ? t.usesConsole : t.confirmed;
}

function NewUser({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const adding = useMutation({
    mutationFn: () => (password === '' ? invite(email) : create(email, password)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] });
      onClose();
    },
  });
  return (
    <Dialog title={t.newUser} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <Field label={t.email}>
          <input
            autoFocus
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t.password} hint={t.passwordHint}>
          <input
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Failure error={adding.error} />
        <footer>
          <button type="submit" className="primary" disabled={adding.isPending}>
            {password === '' ? t.invite : t.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function UserDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const details = useQuery(userDetails(id));
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const act = (what: () => Promise<unknown>) => () => acting.mutate(what);
  return (
    <Dialog title={name} onClose={onClose} wide>
      <Failure error={acting.error} />
      <Loaded query={details}>
        {({ user, sessions, factors }) => (
          <div className="user">
            <dl className="definitions">
              <dt>{t.id}</dt>
              <dd>
                <code>{user.id}</code> <CopyButton text={user.id} label={t.id} />
              </dd>
              <dt>{t.state}</dt>
              <dd>{stateOf(user)}</dd>
              <dt>{t.signsInBy}</dt>
              <dd>{(user.identities ?? []).map((i) => i.provider).join(', ') || '–'}</dd>
              <dt>{t.lastSignIn}</dt>
              <dd>{user.last_sign_in_at ? <Time at={user.last_sign_in_at} /> : '–'}</dd>
              <dt>user_metadata</dt>
              <dd>
                <code>{JSON.stringify(user.user_metadata)}</code>
              </dd>
              <dt>app_metadata</dt>
              <dd>
                <code>{JSON.stringify(user.app_metadata)}</code>
              </dd>
            </dl>
            <div className="bar">
              <button
                type="button"
                className="primary"
                onClick={() => {
                  setActor({ id: user.id, label: name });
                  onClose();
                  void navigate('/tables');
                }}
              >
                {t.actAs}
              </button>
              <button
                type="button"
                title={t.tokenHint}
                onClick={act(async () => setToken((await impersonate(user.id)).token))}
              >
                {t.makeToken}
              </button>
              {user.email && (
                <button type="button" onClick={act(() => resetPassword(user.email))}>
                  {t.resetPassword}
                </button>
              )}
              <button type="button" onClick={act(() => signOut(user.id))}>
                {t.signOutUser}
              </button>
              {isBanned(user) ? (
                <button
                  type="button"
                  onClick={act(() => change(user.id, { ban_duration: 'none' }))}
                >
                  {t.unban}
                </button>
              ) : (
                <button
                  type="button"
                  onClick={act(() => change(user.id, { ban_duration: '876000h' }))}
                >
                  {t.ban}
                </button>
              )}
              <button
                type="button"
                className="danger"
                onClick={() => {
                  if (window.confirm(t.confirmDeleteUser(name))) {
                    acting.mutate(async () => {
                      await remove(user.id);
                      onClose();
                    });
                  }
                }}
              >
                {t.delete}
              </button>
            </div>
            {acting.isSuccess && token === '' && <p role="status">{t.done}</p>}
            {token !== '' && (
              <div className="row">
                <Field label={t.tokenFor(name)}>
                  <textarea readOnly rows={4} value={token} />
                </Field>
                <CopyButton text={token} label={t.makeToken} />
              </div>
            )}
            <h2>{t.sessions}</h2>
            {sessions.length === 0 && <p className="muted">{t.noSessions}</p>}
            <ul className="plain">
              {sessions.map((s) => (
                <li key={s.id} className="bar">
                  <span>
                    <Time at={s.created_at} /> · {s.ip} · {s.aal}{' '}
                    <span className="muted">{s.user_agent}</span>
                  </span>
                  <span className="space" />
                  <button type="button" onClick={act(() => endSession(user.id, s.id))}>
                    {t.end}
                  </button>
                </li>
              ))}
            </ul>
            <h2>{t.factors}</h2>
            {factors.length === 0 && <p className="muted">{t.noFactors}</p>}
            <ul className="plain">
              {factors.map((f) => (
                <li key={f.id} className="bar">
                  <span>
                    {f.factor_type} {f.friendly_name} <span className="muted">{f.status}</span>
                  </span>
                  <span className="space" />
                  <button type="button" onClick={act(() => removeFactor(user.id, f.id))}>
                    {t.removeFactor}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
