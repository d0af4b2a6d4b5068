/**
 * The number of an order: BO, the time in milliseconds, and a number from 0 to 999.
 * `random` gives a number in [0, 1).
 */
export const orderNumber = (now: number, random: () => number): string =>
  `BO${now}${Math.floor(random() * 1000)}`;
