/** The form of an e-mail address, as the check constraints of the tables have it. */
export const emailFormat = /^[^@\s]{1,64}@[^@\s]{1,255}$/;
