import { describe, expect, it } from 'vitest';
import { senderLanguage } from './sender-language';

describe('the language of a sender', () => {
  it.each([
    ['en', 'Hello, we would like you to open our yearly meeting in Casablanca.'],
    ['en', 'Will you speak to us?'],
    ['en', 'Déjà vu? I would like to hear more of it.'],
    ['en', ''],
    ['en', '8848'],
    ['fr', 'Bonjour, nous organisons une conférence à Rabat et souhaitons vous inviter.'],
    ['fr', "J'aimerais une interview pour L'Economiste"],
    ['fr', 'Conférence : Le leadership en altitude\nPublic : 200\n\nOn en parle ?'],
    ['ar', 'السلام عليكم، نود دعوتكم لإلقاء محاضرة'],
    ['ar', 'مرحبا، نحن من شركة Atlas Works في Casablanca ونرغب في لقاء معكم'],
    ['en', 'We are the team of مؤسسة and would like to invite you to our annual summit.'],
  ])('is %s for "%s"', (language, text) => {
    expect(senderLanguage(text)).toBe(language);
  });
});
