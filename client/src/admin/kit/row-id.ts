const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether a text is a UUID. The URL may contain anything: without this check the server would answer an
 * invalid id with an error.
 */
export const isRowId = (text: string): boolean => uuid.test(text);
