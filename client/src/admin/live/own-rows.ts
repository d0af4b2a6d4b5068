// The ids of rows that were made in this window.
const own = new Set<string>();

/** Remembers a row that is made here: that it came in is no news to who sent it. */
export const rememberOwn = (id: string): void => void own.add(id);

export const isOwn = (id: string): boolean => own.has(id);
