import { createContext, use } from 'react';

/** Whether the rows in view are those of the last question, while the answer to this one is on its way. */
export const IsPlaceholderData = createContext(false);

export const useIsPlaceholderData = (): boolean => use(IsPlaceholderData);
