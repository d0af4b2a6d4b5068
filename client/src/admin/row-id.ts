const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether a text can be the id of a row. An address may say anything: what can be none names no row, and
 * the server, which would refuse it as malformed, need not be asked.
 */
export const isRowId = (text: string): boolean => uuid.test(text);
