import type { Order } from './order-flag';

export const editions = ['fr', 'ar'] as const;
type Edition = (typeof editions)[number];

/** The ordered edition; undefined if it is not known. */
export const editionOf = ({ edition }: Pick<Order, 'edition'>): Edition | undefined =>
  editions.find((each) => each === edition);
