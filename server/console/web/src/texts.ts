import { data } from './texts/data.ts';
import { frame } from './texts/frame.ts';
import { policies } from './texts/policies.ts';
import { services } from './texts/services.ts';

/** The texts of the console, one for each name. A translation is another object of this type. */
export const t = { ...frame, ...data, ...policies, ...services };
