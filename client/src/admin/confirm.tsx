import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { restoreFocus } from './restore-focus';
import { ShortcutLayer } from './shortcuts';

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

/** Renders the confirm dialog. Wraps the whole back-office. */
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
