/**
 * For `reset`: what is given is the form now. Without it react-hook-form takes the options for new
 * `values`, by which a form keeps what was typed.
 */
export const wholeReset = { keepDirtyValues: false, keepDirty: false } as const;
