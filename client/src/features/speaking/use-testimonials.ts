import { useQuery } from '@tanstack/react-query';
import { testimonials } from '../../api/built-in/testimonials.gen';
import { publicQuery, type PublicRows } from '../../api/public-data';
import { withFallback } from '../../api/fallback';

/** The testimonials; the built-in ones as fallback. */
export const useTestimonials = (): PublicRows['testimonials'] =>
  withFallback(useQuery(publicQuery('testimonials')).data, testimonials.rows);
