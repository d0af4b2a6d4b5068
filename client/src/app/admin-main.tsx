import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { BrowserRouter } from 'react-router';
import { ConfirmProvider } from '@/admin/confirm';
import { hasUnsaved } from '@/admin/unsaved';
// Every screen needs it: src/api/client.ts imports it dynamically for the public site.
import '@/api/supabase';
import { AdminAuthProvider } from '@/features/admin-auth/admin-auth-provider';
import { addCatalogues, startI18n } from '@/i18n';
import { adminCatalogues } from '@/i18n/admin-catalogues';
import { AdminRoutes } from '@/pages/admin/admin-routes';
import { reloadOnPreloadError } from '@/ui/preload-error';
import { mount } from './mount';
import { Providers } from './providers';
import { newQueryClient } from './dehydrated-state';
import '@/styles/admin.css';

// Radix locks the scrolling behind its dialogs with a style element, which the Content-Security-Policy lets through by
// the nonce of this page.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '');
reloadOnPreloadError(() => !hasUnsaved());
void mount(async (root) => {
  addCatalogues(adminCatalogues);
  await startI18n(['site', 'admin', 'admin-kit']);
  createRoot(root).render(
    <StrictMode>
      <Providers queries={newQueryClient()}>
        <BrowserRouter>
          <ConfirmProvider>
            <AdminAuthProvider>
              <AdminRoutes />
            </AdminAuthProvider>
          </ConfirmProvider>
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  );
});
