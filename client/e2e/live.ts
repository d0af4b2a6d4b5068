import { expect, type Page } from '@playwright/test';

/** Waits until a screen of the back-office shows that realtime is connected: it connects after its rows are shown. */
export const live = (page: Page) =>
  expect(page.locator('[data-live-state="live"]').first()).toBeAttached();
