/** Numbers and addresses keep their own direction inside Arabic (U+2066 to U+2069, as <bdi dir=ltr>). */
export const isolated = (text: string) => `\u2066${text}\u2069`;
