import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { whenIdle } from '@/shared/ui/when-idle';
import { restoreFocus } from './restore-focus';

/*
 * A confirm dialog for actions that cannot be undone:
 *   const confirm = useConfirm();
 *   if (await confirm({ question: t('deleteQuestion'), action: t('delete'), tone: 'bad' })) remove(id);
 * The focus starts on Cancel and is restored afterwards.
 */

export type ConfirmOptions = {
  question: string;
  /** The consequence, shown below the question. */
  detail?: string;
  /** The label of the button that confirms. */
  action: string;
  /** The label of the button that cancels; defaults to Cancel. */
  cancel?: string;
  /** `bad` for destructive actions. */
  tone?: 'bad' | 'plain';
};

type Confirm = (question: ConfirmOptions) => Promise<boolean>;

const Context = createContext<Confirm | undefined>(undefined);

/** Returns a function that shows the dialog and resolves to true if the user confirms. */
export function useConfirm(): Confirm {
  const confirm = use(Context);
  if (confirm === undefined) throw new Error('useConfirm must be used within a ConfirmProvider');
  return confirm;
}

const ConfirmDialog = lazyComponent(
  () => import('./confirm-dialog').then((m) => m.ConfirmDialog),
  null,
  ({ onAnswer }) => <LoadFailure onClose={() => onAnswer(false)} />,
);

/** Renders the confirm dialog, loaded when the browser is idle. Wraps the whole back-office. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [options, setAsked] = useState<ConfirmOptions>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const restore = useRef<() => void>(undefined);
  const close = (yes: boolean) => {
    answer.current?.(yes);
    setAsked(undefined);
  };
  const confirm = useCallback<Confirm>((question) => {
    answer.current?.(false); // one dialog at a time: an open one is cancelled
    restore.current = restoreFocus();
    setAsked(question);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  useEffect(() => whenIdle(ConfirmDialog.preload), []);
  return (
    <Context value={confirm}>
      {children}
      {options !== undefined && (
        <ConfirmDialog options={options} onAnswer={close} onClosed={() => restore.current?.()} />
      )}
    </Context>
  );
}
