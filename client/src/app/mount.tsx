import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n, type Namespace } from '../i18n';
import { Providers } from './providers';
import '../styles/main.css';

/**
 * Starts a page: words first, then React. When that cannot be done the page says so itself,
 * because no component can.
 */
export async function mount(page: ReactNode, namespaces: Namespace[]): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return writeFailure('The root element is missing.');
  try {
    await startI18n(namespaces);
    createRoot(root).render(
      <StrictMode>
        <Providers>{page}</Providers>
      </StrictMode>,
    );
  } catch (error) {
    writeFailure(error instanceof Error ? error.message : String(error));
  }
}

function writeFailure(reason: string): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.textContent = `The page could not be started. ${reason}`;
  document.body.replaceChildren(message);
}
