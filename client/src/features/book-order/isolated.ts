/** Wraps text in a left-to-right isolate (U+2066, U+2069), like <bdi dir=ltr>, for Arabic sentences. */
export const isolated = (text: string) => `\u2066${text}\u2069`;
