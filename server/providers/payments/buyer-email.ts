import type { Attempt, Buyer, Urls } from './payments-provider.ts'

/** The buyer's e-mail, or one of the attempt at this server's host, for a gateway that insists on one. */
export const emailOrOwn = ({ id }: Attempt, { email }: Buyer, { returnUrl }: Urls): string =>
  email === '' ? `${id.toLowerCase()}@${new URL(returnUrl).hostname}` : email
