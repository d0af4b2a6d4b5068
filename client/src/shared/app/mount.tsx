/**
 * Starts a page. If that fails, it writes a plain message, since no component can: the root element is
 * missing, or the translations or the first script failed to load.
 */
export async function mount(start: (root: HTMLElement) => Promise<void>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return writeFailure('The root element is missing.');
  try {
    await start(root);
  } catch (error) {
    // A server-rendered page can be read without a script: it stays.
    if (root.childElementCount > 0) {
      addEventListener('online', () => window.location.reload(), { once: true });
      return console.error(error);
    }
    writeFailure(error instanceof Error ? error.message : String(error));
  }
}

function writeFailure(reason: string): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.textContent = `The page could not be started. ${reason}`;
  document.body.replaceChildren(message);
}
