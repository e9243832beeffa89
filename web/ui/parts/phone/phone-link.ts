/** The link that calls a number; null for a text in its place, as in demo mode. */
export const phoneLink = (number: string | null | undefined): string | null =>
  number && /^\+?[\d\s()-]+$/.test(number) ? `tel:${number.replace(/[^+\d]/g, '')}` : null
