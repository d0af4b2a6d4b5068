import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { restoreFocus } from './restore-focus';
import { ShortcutLayer } from './shortcuts';

/*
 * Asks before what cannot be undone:
 *   const sure = useConfirm();
 *   if (await sure({ question: t('deleteQuestion'), action: t('delete'), tone: 'bad' })) remove(id);
 * The focus starts on Cancel and goes back to where it was.
 */

export type ConfirmOptions = {
  question: string;
  /** What follows from it, below the question. */
  detail?: string;
  /** The word on the button that does it. */
  action: string;
  /** The word on the button that does not; defaults to Cancel. */
  cancel?: string;
  /** `bad` for what destroys something. */
  tone?: 'bad' | 'plain';
};

type Confirm = (question: ConfirmOptions) => Promise<boolean>;

const Context = createContext<Confirm | undefined>(undefined);

/** Gives the function that asks, and resolves to whether the answer was yes. */
export function useConfirm(): Confirm {
  const confirm = use(Context);
  if (confirm === undefined) throw new Error('useConfirm must be used within a ConfirmProvider');
  return confirm;
}

/** Holds the one dialog that asks; around everything in the back-office. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [options, setAsked] = useState<ConfirmOptions>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const restore = useRef<() => void>(undefined);
  const close = (yes: boolean) => {
    answer.current?.(yes);
    setAsked(undefined);
  };
  const confirm = useCallback<Confirm>((question) => {
    answer.current?.(false); // one question at a time: an older one is answered by the newer
    restore.current = restoreFocus();
    setAsked(question);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  return (
    <Context value={confirm}>
      {children}
      <AlertDialog.Root open={options !== undefined} onOpenChange={(open) => open || close(false)}>
        {options !== undefined && (
          <ConfirmDialog options={options} onAnswer={close} onClosed={() => restore.current?.()} />
        )}
      </AlertDialog.Root>
    </Context>
  );
}

type DialogProps = {
  options: ConfirmOptions;
  onAnswer: (yes: boolean) => void;
  onClosed: () => void;
};

function ConfirmDialog({ options, onAnswer, onClosed }: DialogProps) {
  const { t } = useTranslation('admin-kit');
  const { question, detail, action, cancel = t('cancel'), tone = 'plain' } = options;
  return (
    <AlertDialog.Portal>
      <ShortcutLayer>
        <AlertDialog.Overlay className="admin-veil" />
        <AlertDialog.Content
          {...(detail === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="admin-pop"
        >
          <AlertDialog.Title className="text-lead font-medium">{question}</AlertDialog.Title>
          {detail !== undefined && (
            <AlertDialog.Description className="mt-2 text-small text-muted">
              {detail}
            </AlertDialog.Description>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button look="line" className="max-sm:grow">
                {cancel}
              </Button>
            </AlertDialog.Cancel>
            <Button
              onClick={() => onAnswer(true)}
              className={`max-sm:grow ${tone === 'bad' ? 'bg-bad' : ''}`}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </ShortcutLayer>
    </AlertDialog.Portal>
  );
}
