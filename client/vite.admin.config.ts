import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { deferredParts } from './vite-deferred-parts.ts';
import { lineIcons } from './vite-line-icons.ts';
import { pureCalls } from './vite-pure-calls.ts';
import { output } from './vite-output.ts';
import { retriedImports } from './vite-retried-imports.ts';
import { siteMessagesOfAdmin } from './vite-site-messages.ts';
import { themeScript } from './vite-theme.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The libraries of every screen. */
const isVendor =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//;

/** The frame of every screen. Without a group of its own it would be in the chunk of the dialogs, which use parts of it. */
const isFrame =
  /src\/(pages\/admin\/(admin-(layout|logo|menu|palette|routes|sidebar)|live-updates|menu-footer|page-heading|phone-|screen|theme-switch|unread-badge|use-)|features\/admin-auth\/(admin-(auth|guard|session)|next-path|session-store|use-)|features\/language\/|features\/admin-users\/(admin-record|role-badge)|admin\/(live|notifications)\/|admin\/(theme|shortcut))|node_modules\/(@radix-ui\/react-direction)\//;

/** What most screens need, whether they show a list or not. It is in the chunk of the frame. */
const isForMost =
  /src\/(admin\/(morocco-time|row-id|rows\/(any-table|search))|i18n\/format|ui\/(failure-notice|fold|form-text|new-id|notice))\.tsx?$/;

/** What forms share, and no list needs to be shown. */
const isForForms =
  /src\/(admin\/(age|autosave|form\/conflict-panel|rows\/(assert-admin|write-unless-changed)|slug|use-(now|unsaved-guard)|writing\/)|i18n\/localised|ui\/(dialog|field|linked-picture|open-modal|use-dead-picture))[\w-]*\.|node_modules\/lucide-react\/.*\/(external-link|eye|image-off)\./;

/** What drawers share, and neither lists nor the editor of posts need to be shown. */
const isForDrawers =
  /src\/(admin\/(list\/(filter-select|list-items)|record-history|rows\/use-(all-rows|delete-row|reorder|restore|retained-row|save-row)|translation-state|use-file-address)|api\/(call-function|file-address|public-data)|features\/admin-auth\/password|ui\/(copy-button|photo-renderings|print-button|submit-button|use-submission|video-id))[\w-]*\./;

/** What several screens share: above all lists and their rows. */
const isShared =
  /src\/(admin\/(?!list\/bulk-bar|import\/(?!import-button)|form\/(?!conflict-panel)|writing\/(?!\w+-address|\w+-text)|pictures\/|history|sortable-rows|csv\.ts)|features\/admin-auth\/password\.ts|api\/(?!send-file|upload-file|second-factors)|ui|i18n\/[\w-]+\.tsx?$)|node_modules\/lucide-react/;

/** What dialogs, drawers and popovers have in common. */
const isOverlay = /node_modules\/@radix-ui\/(?!react-direction)/;

/** Pictures of the library, which forms, their lists and texts show. */
const isPicture =
  /src\/(admin\/pictures\/(picture|picture-(choice|preview|thumbnail)|use-pictures)\.|admin\/writing\/normalized-html|api\/(send-file|upload-file))/;

/** Dialogs and drawers, which open after the screen is shown. */
const isDialog =
  /node_modules\/(@radix-ui\/react-(alert-dialog|dialog|dismissable-layer|focus-guards|focus-scope|portal)|aria-hidden|react-remove-scroll(-bar)?|use-sidecar|use-callback-ref)\/|src\/admin\/((confirm|drawer)-dialog|style-singleton|second-factor\/|mail\/)|src\/pages\/admin\/menu-sheet\.|src\/features\/admin-auth\/(sign-in-again|login-form|second-factor-step)\./;

/** Menus of filters and views, which open on a click. */
const isPopover =
  /node_modules\/(@radix-ui\/react-(arrow|popover|popper|use-size)|@floating-ui)\/|src\/admin\/list\/menu-popover\./;

const isEditor =
  /node_modules\/(@tiptap|prosemirror-[\w-]+|linkifyjs|orderedmap|rope-sequence|w3c-keyname|fast-equals|use-sync-external-store)\/|src\/admin\/writing\/(rich-text-editor|format-(toolbar|actions)|article-|clean-paste)/;

const sharedMessages = /src\/i18n\/(en|fr|ar)\/(site|admin|admin-kit)\.json$/;

const languageOf = (id: string) => sharedMessages.exec(id)?.[1] ?? '';

/**
 * The build of the back-office, after that of the site (npm run build). It is separate because a bundler
 * keeps all of a library that any entry uses, and the public site would load it too.
 */
export default defineConfig({
  plugins: [
    themeScript(),
    pureCalls(),
    deferredParts(),
    lineIcons(),
    siteMessagesOfAdmin(),
    retriedImports(),
    react(),
    tailwindcss(),
  ],
  resolve: {
    tsconfigPaths: true,
    alias: {
      'react-style-singleton': here('src/admin/style-singleton.ts'),
      linkifyjs: here('src/admin/writing/find-links.ts'),
    },
  },
  build: {
    ...output,
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/admin.json',
    chunkSizeWarningLimit: 700, // kB: the editor's library, loaded only by its screen
    rolldownOptions: {
      ...output.rolldownOptions,
      input: here('admin.html'),
      output: {
        codeSplitting: {
          // Few files: each is a request, and small files compress badly.
          groups: [
            { name: 'vendor', priority: 4, test: isVendor },
            // The messages of every screen, one file per language.
            { name: (id) => `messages-${languageOf(id)}`, priority: 3, test: sharedMessages },
            { name: 'frame', priority: 3, test: (id) => isFrame.test(id) || isForMost.test(id) },
            {
              name: 'lists',
              priority: 2,
              minShareCount: 2,
              test: (id) =>
                isShared.test(id) &&
                !isForForms.test(id) &&
                !isForDrawers.test(id) &&
                !isDialog.test(id) &&
                !isPopover.test(id),
            },
            {
              name: 'form-kit',
              priority: 2,
              minShareCount: 2,
              test: (id) => isForForms.test(id) && isShared.test(id) && !isDialog.test(id),
            },
            {
              name: 'drawer-kit',
              priority: 2,
              minShareCount: 2,
              test: (id) => isForDrawers.test(id) && isShared.test(id) && !isDialog.test(id),
            },
            {
              name: 'overlays',
              priority: 2,
              minShareCount: 2,
              test: (id) => isOverlay.test(id) && !isDialog.test(id) && !isPopover.test(id),
            },
            // What the list of orders shares with its drawers, which load later.
            {
              name: 'orders',
              test: /src\/features\/admin-book-orders\/order-(edition|flag|status|view)\./,
            },
            { name: 'pictures', priority: 2, test: isPicture },
            { name: 'dialogs', priority: 1, test: isDialog },
            { name: 'popovers', test: isPopover },
            // The rich-text editor, which is loaded beside its form.
            { name: 'editor', test: isEditor },
            // Forms, with the library that holds their values.
            {
              name: 'forms',
              priority: 1,
              test: /node_modules\/(react-hook-form|@hookform)\/|src\/admin\/form\/(?!conflict-|merge-edits|text-diff)/,
            },
          ],
        },
      },
    },
  },
});
