const dots = '••••'

/**
 * An account as its owner sees it: the last four characters, or fewer, so that at least half stays hidden
 * [design/access-8]. A masked account that a client sends back means the stored one.
 */
export const maskedAccount = (account: string | null): string | null =>
  account === null ? null : dots + account.slice(account.length - Math.min(4, Math.floor(account.length / 2)))

/** Whether the text has mask signs: such a text is never a real account. */
export const isMasked = (account: string | null): boolean => account?.includes('•') ?? false
