/** After this many taken codes the next try has one digit more [design/accounts-11]. */
const triesPerLength = 20

/**
 * The letters of the first name in lower case, else `temp` (Apple: `rider`), then the number [accounts-42],
 * [accounts-44].
 */
export const referralCode = (firstName: string, loginType: string, number: number): string => {
  const letters = firstName.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')
  return (loginType === 'apple' ? 'rider' : letters || 'temp') + String(number)
}

/**
 * The range (both ends included) of the random number in the code, after `taken` taken codes: 1000 to 9999 at first.
 */
export const referralNumbers = (taken: number): { from: number; to: number } => {
  const digits = 4 + Math.floor(taken / triesPerLength)
  return { from: 10 ** (digits - 1), to: 10 ** digits - 1 }
}
