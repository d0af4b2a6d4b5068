import { useId } from 'react';

type Props<Value extends string> = {
  legend: string;
  value: Value;
  choices: { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A segmented control of native radio buttons. */
export function ChoiceBar<Value extends string>({
  legend,
  value,
  choices,
  onChoose,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-label text-muted">{legend}</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-block border border-edge">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative grid min-h-11 cursor-pointer place-items-center border-s border-edge px-2.5 text-small first:border-s-0 sm:px-4 hover:text-accent has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <span className="pointer-events-none relative">{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
