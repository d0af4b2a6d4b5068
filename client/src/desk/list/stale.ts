import { createContext, use } from 'react';

/** Whether the rows in view are those of the last question, while the answer to this one is on its way. */
export const Stale = createContext(false);

export const useStale = (): boolean => use(Stale);
