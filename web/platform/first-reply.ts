/**
 * The server reads these cookies for the first reply (server/platform/page/first-reply.ts); they hold nothing about the
 * person. Lasts a year.
 */
export const remember = (what: 'language' | 'look', value: string): void => {
  document.cookie = `remis.${what}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
}
