// The ids of rows that this window created.
const own = new Set<string>();

/** Registers a row created here: its author gets no notification. */
export const rememberOwn = (id: string): void => void own.add(id);

export const isOwn = (id: string): boolean => own.has(id);
