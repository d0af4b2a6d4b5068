import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { asFailure, Failure, failureText } from '../../api/failures';

/** What a form does about others who change the same: with SettingConflict in it, which tells `onConflict`. */
export function useConflict() {
  const { t } = useTranslation(['admin-settings', 'site']);
  const isOpen = useRef(false);
  const onConflict = useCallback((open: boolean) => {
    isOpen.current = open;
  }, []);
  /** Throws where something has to be settled before a save. */
  const assertResolved = () => {
    if (isOpen.current) throw new Failure('conflict', '', 'somebody else changed the same');
  };
  /** Why nothing was saved. */
  const notSaved = (error: unknown) => {
    if (isOpen.current) return t('clash.choose');
    const isLate = asFailure(error).kind === 'conflict';
    return isLate ? t('clash.again') : `${t('notSaved')} ${failureText(t, error)}`;
  };
  return { onConflict, assertResolved, notSaved };
}
