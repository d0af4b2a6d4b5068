/** What is typed and not saved, for the session: a reload or a closed session loses nothing. */
type Values = Record<string, unknown>;

const keyOf = (draft: string) => `desk.draft.${draft}`;

export function readDraft(draft: string): Values | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? 'null');
    return isValues(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

// Storage may be closed to us; the form still holds what was typed.
export function writeDraft(draft: string, values: Values | undefined): void {
  try {
    if (values === undefined) sessionStorage.removeItem(keyOf(draft));
    else sessionStorage.setItem(keyOf(draft), JSON.stringify(values));
  } catch {
    // Nothing to do.
  }
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
