import { useCallback, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import type { Editor } from '@tiptap/core';
import { useTranslation } from '@/shared/i18n';
import { formatGroups, tableActions, type FormatAction, type FormatName } from './format-actions';
import type { FormatBarProps } from './format-bar';

type FormatState = { on: FormatName[]; off: FormatName[]; inTable: boolean };

const allActions = [...formatGroups.flat(), ...tableActions];

/** The active and the disabled actions at the cursor. */
const formatStateOf = (editor: Editor): FormatState => ({
  on: allActions.filter(({ isOn }) => isOn?.(editor) === true).map(({ name }) => name),
  off: allActions.filter(({ can }) => can?.(editor) === false).map(({ name }) => name),
  inTable: editor.isActive('table'),
});

/** The state at the cursor; compared by value, so that a key press renders nothing. */
function useFormatState(editor: Editor): FormatState {
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor.on('transaction', onChange);
      return () => void editor.off('transaction', onChange);
    },
    [editor],
  );
  useSyncExternalStore(subscribe, () => JSON.stringify(formatStateOf(editor)));
  return formatStateOf(editor);
}

/**
 * The formatting toolbar of the last focused text. A roving tabindex: the arrows move between buttons in
 * reading direction, Escape focuses the text.
 */
export function FormatToolbar({ editor, controls, label, onOpenDialog }: FormatBarProps) {
  const state = useFormatState(editor);
  const groups = state.inTable ? [...formatGroups, tableActions] : formatGroups;
  const names = groups.flat().map(({ name }) => name);
  const [current, setCurrent] = useState<FormatName>('undo');
  const stop = names.includes(current) ? current : 'undo';
  const press = ({ run }: FormatAction) =>
    typeof run === 'string' ? onOpenDialog(run) : run(editor);
  return (
    <div
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.commands.focus();
        else moveFocus(event);
      }}
      className="flex max-w-full gap-3 overflow-x-auto outline-none lg:flex-wrap lg:gap-x-4"
    >
      {groups.map((actions) => (
        <div key={actions[0]?.name} role="group" className="flex">
          {actions.map((action) => (
            <FormatButton
              key={action.name}
              action={action}
              isOn={action.isOn && state.on.includes(action.name)}
              isOff={state.off.includes(action.name)}
              isStop={action.name === stop}
              onFocus={() => setCurrent(action.name)}
              onPress={() => press(action)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type ButtonProps = {
  action: FormatAction;
  isOn: boolean | undefined;
  isOff: boolean;
  isStop: boolean;
  onFocus: () => void;
  onPress: () => void;
};

function FormatButton({ action, isOn, isOff, isStop, onFocus, onPress }: ButtonProps) {
  const { t } = useTranslation('admin-blog');
  const { name, icon: Icon, keys } = action;
  const text = t(`format.${name}`);
  return (
    <button
      type="button"
      aria-label={text}
      title={keys === undefined ? text : `${text} (${keys.replace('Control', 'Ctrl')})`}
      aria-keyshortcuts={keys}
      aria-pressed={isOn}
      aria-disabled={isOff}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      // Keeps the selection of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isOff) onPress();
      }}
      className="grid size-11 shrink-0 place-items-center rounded-block hover:bg-raised aria-disabled:text-faint aria-disabled:opacity-50 aria-pressed:bg-ink aria-pressed:text-ground lg:size-8"
    >
      <Icon aria-hidden="true" className="size-5 lg:size-4" />
    </button>
  );
}

/** Arrow keys, Home and End in a toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[placeAfter(event, at, buttons.length)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function placeAfter(event: KeyboardEvent<HTMLElement>, at: number, count: number): number {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const onward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === onward) return (at + 1) % count;
  if (event.key === back) return (at - 1 + count) % count;
  if (event.key === 'Home') return 0;
  return event.key === 'End' ? count - 1 : -1;
}
