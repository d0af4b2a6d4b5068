type Entry = {
  version?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
};

type Added = { version: string; optional: true; cpu?: string[]; os?: string[]; dev?: true };

/** The optional packages that are missing in a lock file, as entries by their path in it. */
export function missingFrom(lock: { packages: Record<string, Entry> }): Record<string, Added>;
