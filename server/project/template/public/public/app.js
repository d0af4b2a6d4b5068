// A client without a build step: the APIs are plain HTTP.
const { anonKey } = await (await fetch('/config.json')).json();
const message = document.querySelector('#message');
const signIn = document.querySelector('#sign-in');
const signOut = document.querySelector('#sign-out');
const lists = document.querySelector('#lists');
let token = sessionStorage.getItem('token');

/** Calls an API as the signed-in user. It throws an Error with the server's message. */
async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { apikey: anonKey, authorization: `Bearer ${token ?? anonKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  if (response.ok) return answer;
  if (response.status === 401 && token) setToken(null);
  throw new Error(answer?.msg ?? answer?.message ?? `The server answered ${response.status}.`);
}

function setToken(value) {
  token = value;
  if (value) sessionStorage.setItem('token', value);
  else sessionStorage.removeItem('token');
  signIn.hidden = Boolean(value);
  lists.hidden = signOut.hidden = !value;
}

function element(name, properties, ...children) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

function todoItem(todo) {
  const box = element('input', { type: 'checkbox', checked: todo.done });
  box.onchange = () => attempt(() => call('PATCH', `/rest/v1/todos?id=eq.${todo.id}`, { done: box.checked }));
  return element('li', {}, element('label', {}, box, element('span', { textContent: todo.title })));
}

function teamSection(team) {
  const title = element('input', { name: 'title', required: true, maxLength: 200 });
  const form = element('form', {}, element('label', {}, `New todo for ${team.name}`, title), element('button', {}, 'Add'));
  form.onsubmit = (event) => {
    event.preventDefault();
    attempt(() => call('POST', '/rest/v1/todos', { team_id: team.id, title: title.value })).then(show);
  };
  return element('section', {}, element('h2', { textContent: team.name }), element('ul', {}, ...team.todos.map(todoItem)), form);
}

async function show() {
  setToken(token);
  if (!token) return;
  const teams = await attempt(() =>
    call('GET', '/rest/v1/teams?select=id,name,todos(id,title,done)&order=name&todos.order=created_at'),
  );
  if (!teams) return;
  lists.replaceChildren(...teams.map(teamSection));
  if (teams.length === 0) message.textContent = 'You belong to no team yet.';
}

/** Runs something and shows its error, if any. */
async function attempt(run) {
  message.textContent = '';
  try {
    return await run();
  } catch (error) {
    message.textContent = error.message;
    return undefined;
  }
}

signIn.onsubmit = async (event) => {
  event.preventDefault();
  const session = await attempt(() =>
    call('POST', '/auth/v1/token?grant_type=password', Object.fromEntries(new FormData(signIn))),
  );
  if (!session) return;
  setToken(session.access_token);
  await show();
};
signOut.onclick = () => {
  setToken(null);
  lists.replaceChildren();
};
await show();
