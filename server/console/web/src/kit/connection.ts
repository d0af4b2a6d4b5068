import { store } from './store.ts';

/** Whether the server answers, and still knows the operator. Each answer sets it. */
export const connection = store<'ok' | 'away' | 'signed out'>('ok');
