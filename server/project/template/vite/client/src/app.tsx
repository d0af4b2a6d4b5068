import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { type SubmitEvent, useEffect, useState } from 'react';

import type { Database } from './database.types';
import { Teams } from './teams';

export type Supabase = SupabaseClient<Database>;

export function App({ supabase }: { supabase: Supabase }) {
  const [session, setSession] = useState<Session | null>();

  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((_event, current) => setSession(current));
    return () => data.subscription.unsubscribe();
  }, [supabase]);

  if (session === undefined) return <p role="status">Loading…</p>;
  if (session === null) return <SignIn supabase={supabase} />;
  return (
    <>
      <h1>Todos</h1>
      <Teams supabase={supabase} />
      <button type="button" onClick={() => void supabase.auth.signOut()}>
        Sign out
      </button>
    </>
  );
}

function SignIn({ supabase }: { supabase: Supabase }) {
  const [failure, setFailure] = useState('');

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { error } = await supabase.auth.signInWithPassword({
      email: String(form.get('email')),
      password: String(form.get('password')),
    });
    setFailure(error?.message ?? '');
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      <label>
        E-mail <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      <p role="alert">{failure}</p>
    </form>
  );
}
