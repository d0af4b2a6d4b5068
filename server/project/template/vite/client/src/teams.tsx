import { type SubmitEvent, useCallback, useEffect, useState } from 'react';

import type { Supabase } from './app';

/** The caller's teams with their todos, as one request reads them. */
async function fetchTeams(supabase: Supabase) {
  const { data, error } = await supabase
    .from('teams')
    .select('id, name, todos(id, title, done)')
    .order('name')
    .order('created_at', { referencedTable: 'todos' });
  if (error) throw new Error(error.message);
  return data;
}

type Team = Awaited<ReturnType<typeof fetchTeams>>[number];

export function Teams({ supabase }: { supabase: Supabase }) {
  const [teams, setTeams] = useState<Team[]>();
  const [failure, setFailure] = useState('');

  const refresh = useCallback(async () => {
    try {
      setTeams(await fetchTeams(supabase));
      setFailure('');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }, [supabase]);

  // Reads once, and again whenever a member of one of the teams changes a todo.
  useEffect(() => {
    const channel = supabase
      .channel('todos')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'todos' }, () => void refresh())
      .subscribe();
    void refresh();
    return () => void supabase.removeChannel(channel);
  }, [supabase, refresh]);

  async function add(event: SubmitEvent<HTMLFormElement>, team: Team) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = String(new FormData(form).get('title'));
    const { error } = await supabase.from('todos').insert({ team_id: team.id, title });
    if (error) setFailure(error.message);
    else form.reset();
    await refresh();
  }

  async function setDone(id: string, done: boolean) {
    const { error } = await supabase.from('todos').update({ done }).eq('id', id);
    if (error) setFailure(error.message);
    await refresh();
  }

  if (!teams && !failure) return <p role="status">Loading…</p>;
  return (
    <>
      <p role="alert">{failure}</p>
      {teams?.length === 0 && <p>You belong to no team yet.</p>}
      {teams?.map((team) => (
        <section key={team.id}>
          <h2>{team.name}</h2>
          <ul>
            {team.todos.map((todo) => (
              <li key={todo.id}>
                <label>
                  <input type="checkbox" checked={todo.done} onChange={(event) => void setDone(todo.id, event.target.checked)} />
                  <span>{todo.title}</span>
                </label>
              </li>
            ))}
          </ul>
          <form onSubmit={(event) => void add(event, team)}>
            <label>
              New todo for {team.name} <input name="title" required maxLength={200} />
            </label>
            <button type="submit">Add</button>
          </form>
        </section>
      ))}
    </>
  );
}
