import { useQuery } from '@tanstack/react-query';
import { testimonials } from '../../api/built-in/testimonials.gen';
import { publicQuery, type PublicRows } from '../../api/public-data';
import { withFallback } from '../../api/fallback';

/** What was said of the talks; the built-in words while the table is empty or away. */
export const useTestimonials = (): PublicRows['testimonials'] =>
  withFallback(useQuery(publicQuery('testimonials')).data, testimonials.rows);
