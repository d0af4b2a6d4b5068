import { AlertDialog } from 'radix-ui';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import type { ConfirmOptions } from './confirm';
import { ShortcutLayer } from './shortcuts';

type Props = {
  options: ConfirmOptions;
  onAnswer: (yes: boolean) => void;
  onClosed: () => void;
};

/** The dialog of a question that `useConfirm` asks. */
export function ConfirmDialog({ options, onAnswer, onClosed }: Props) {
  const { t } = useTranslation('admin-kit');
  const { question, detail, action, cancel = t('cancel'), tone = 'plain' } = options;
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onAnswer(false)}>
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
    </AlertDialog.Root>
  );
}
