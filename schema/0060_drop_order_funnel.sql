-- The dashboard counts the orders of each step as the list counts them, so that both show the same number.

drop function public.order_funnel(int);
