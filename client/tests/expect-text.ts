import { screen, waitFor, type Matcher, type SelectorMatcherOptions } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Waits until a text can be seen. Each try looks for it again: a toast moves from a closing dialog to the page, and an
 * element that was found before is no longer in the document.
 */
export const expectText = (text: Matcher, options?: SelectorMatcherOptions) =>
  waitFor(() => expect(screen.getByText(text, options)).toBeVisible());
