/** A WhatsApp conversation with a number as the owner typed it, and its first message. */
export const whatsappLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '').replace(/^00/, '')}?text=${encodeURIComponent(text)}`;
