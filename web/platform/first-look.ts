/**
 * What the server puts into its first reply before any script runs (server/platform/first-reply.ts): it reads these
 * cookies, which hold nothing about the person. Lasts a year.
 */
export const remember = (what: 'language' | 'look', value: string): void => {
  document.cookie = `remis.${what}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
}
