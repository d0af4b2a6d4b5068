'use strict';
const byId = (id) => document.getElementById(id);
const list = byId('messages');
const views = ['html', 'text', 'raw'];
const interval = 2000; // ms between two looks at the list, while the page is seen
let current = '';
let shown = '';

// The page is in English; its layout follows the reader's direction.
try {
  const locale = new Intl.Locale(navigator.language);
  document.documentElement.dir = (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? 'ltr';
} catch {
  document.documentElement.dir = 'ltr';
}

async function call(path, options) {
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

function element(tag, className, text, dir) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  if (dir) made.dir = dir;
  return made;
}

const person = (one) => (one ? (one.Name ? `${one.Name} <${one.Address}>` : one.Address) : '');
const when = (time) => new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

async function refresh() {
  const query = byId('search').value.trim();
  const path = query ? `api/v1/search?limit=200&query=${encodeURIComponent(query)}` : 'api/v1/messages?limit=200';
  let found;
  try {
    found = await (await call(path)).json();
    byId('status').textContent = '';
  } catch {
    byId('status').textContent = 'The program does not answer. This page tries again.';
    return;
  }
  const badge = byId('unread');
  badge.textContent = `${found.unread} unread`;
  badge.hidden = found.unread === 0;
  document.title = found.unread ? `(${found.unread}) Mailbox` : 'Mailbox';
  const state = JSON.stringify([found.messages.map((m) => [m.ID, m.Read]), current, query]);
  if (state === shown) return;
  shown = state;
  byId('empty').hidden = found.messages.length > 0;
  byId('empty').textContent = query ? 'Nothing is found.' : 'No e-mail yet. What the program sends is shown here and goes nowhere else.';
  const focused = document.activeElement?.dataset?.id;
  list.replaceChildren(
    ...found.messages.map((m) => {
      const item = element('li', m.Read ? '' : 'unread');
      const button = element('button');
      button.type = 'button';
      button.dataset.id = m.ID;
      button.setAttribute('aria-current', String(m.ID === current));
      button.append(
        element('span', 'to', m.To.map(person).join(', '), 'auto'),
        element('time', '', when(m.Created)),
        element('span', 'subject', m.Subject || '(no subject)', 'auto'),
        element('span', 'snippet', m.Snippet, 'auto'),
      );
      button.addEventListener('click', () => open(m.ID));
      item.append(button);
      return item;
    }),
  );
  if (focused) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

async function open(id) {
  let message;
  try {
    message = await (await call(`api/v1/message/${encodeURIComponent(id)}`)).json();
  } catch {
    close();
    return;
  }
  current = id;
  history.replaceState(null, '', `#${id}`);
  byId('message').hidden = false;
  document.querySelector('main').classList.add('reading');
  byId('subject').textContent = message.Subject || '(no subject)';
  const fields = [['From', person(message.From)], ['To', message.To.map(person).join(', ')], ['Date', when(message.Date)]];
  byId('fields').replaceChildren(...fields.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value, 'auto')]));
  byId('html').src = `view/${encodeURIComponent(id)}.html`;
  byId('text').textContent = message.Text;
  byId('raw').textContent = '';
  document.querySelector('[data-view="html"]').hidden = !message.HTML;
  byId('attachments').replaceChildren(
    ...message.Attachments.map((part) => {
      const item = element('li');
      const link = element('a', '', `${part.FileName} (${Math.ceil(part.Size / 1024)} kB)`, 'auto');
      link.href = `api/v1/message/${encodeURIComponent(id)}/part/${encodeURIComponent(part.PartID)}`;
      link.download = part.FileName;
      item.append(link);
      return item;
    }),
  );
  await show(message.HTML ? 'html' : 'text');
  await refresh();
}

async function show(view) {
  for (const name of views) {
    byId(name).hidden = name !== view;
    document.querySelector(`[data-view="${name}"]`).setAttribute('aria-selected', String(name === view));
  }
  if (view === 'raw' && !byId('raw').textContent) {
    byId('raw').textContent = await (await call(`api/v1/message/${encodeURIComponent(current)}/raw`)).text();
  }
}

function close() {
  current = '';
  history.replaceState(null, '', location.pathname);
  byId('message').hidden = true;
  byId('html').removeAttribute('src');
  document.querySelector('main').classList.remove('reading');
  void refresh();
}

async function remove(body) {
  await call('api/v1/messages', { method: 'DELETE', body: JSON.stringify(body) });
  close();
}

for (const tab of document.querySelectorAll('[data-view]')) tab.addEventListener('click', () => show(tab.dataset.view));
byId('delete').addEventListener('click', () => remove({ IDs: [current] }));
byId('delete-all').addEventListener('click', () => {
  if (confirm('Delete all messages?')) void remove({});
});
byId('back').addEventListener('click', close);
byId('search').addEventListener('input', refresh);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
setInterval(() => {
  if (!document.hidden) void refresh();
}, interval);
void refresh();
if (location.hash) void open(location.hash.slice(1));
