const dots = '••••'

/**
 * How an account is shown to its owner: the last four signs (trust-and-speed §1.8), fewer of a short one, so that half of
 * it stays hidden. Sent back like this it means the one that is known.
 */
export const maskedAccount = (account: string | null): string | null =>
  account === null ? null : dots + account.slice(account.length - Math.min(4, Math.floor(account.length / 2)))

/** Nobody's account: a masked one that was typed into. */
export const isMasked = (account: string | null): boolean => account?.includes('•') ?? false
