/** Parses what a storage holds. Anything that is no object reads as an empty one. */
export function parseStored(text: string | null): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** A value as an object whose fields are unknown; {} where it is none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
