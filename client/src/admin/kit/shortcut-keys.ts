/** Timeout for the second key of a pair. Milliseconds. */
const pairMs = 1500;

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  isAltGraph: boolean;
};

/**
 * The name of a key press: 'j', '?', 'Enter', 'mod+k'; undefined for one with other modifiers. It uses the
 * letter of the layout; without Latin letters (Arabic) the physical key.
 */
export function nameOf(press: Press): string | undefined {
  // AltGr types characters, and some systems report it as Ctrl and Alt.
  if (press.isAltGraph || press.altKey) return undefined;
  const key = press.key === '؟' ? '?' : latin(press);
  if (!press.ctrlKey && !press.metaKey) return key;
  return press.shiftKey ? undefined : `mod+${key}`;
}

function latin({ key, code }: Press): string {
  if (key.length !== 1) return key;
  // oxlint-disable-next-line no-control-regex -- ASCII, whole
  if (/^[\u0000-\u007f]$/.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
const buttons = 'a, button, summary, input, [role="button"], [role="option"], [role="menuitem"]';

/** Whether the focused element uses the key: letters in a field, Enter and Space on a button. */
function belongsToFocus(name: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || name.startsWith('mod+')) return false;
  if (target.closest(textFields) !== null) return true;
  return (name === 'Enter' || name === ' ') && target.closest(buttons) !== null;
}

/**
 * Listens to keydown on the document: `runOf` returns the action of a key now. Returns a function that
 * stops.
 */
export function listenForKeys(runOf: (keys: string) => (() => void) | undefined): () => void {
  let first: { name: string; at: number } | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(toPress(event));
    if (name === undefined || belongsToFocus(name, event.target)) return;
    const isSecond = first !== undefined && event.timeStamp - first.at < pairMs;
    const pair = isSecond ? runOf(`${first?.name} ${name}`) : undefined;
    const run = pair ?? runOf(name);
    first = pair === undefined ? { name, at: event.timeStamp } : undefined;
    if (run === undefined) return;
    event.preventDefault();
    // A held J repeats; a held Ctrl+S saves once.
    if (!event.repeat || name.length === 1) run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

const toPress = (event: KeyboardEvent): Press => ({
  key: event.key,
  code: event.code,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  altKey: event.altKey,
  shiftKey: event.shiftKey,
  isAltGraph: event.getModifierState('AltGraph'),
});
