/** After this many codes that were taken, the next try has one digit more (design §11). */
const triesPerLength = 20

/** Letters of the first name in lower case, else `temp` (Apple: `rider`), then the number (spec 1 §9). */
export const referralCode = (firstName: string, loginType: string, number: number): string => {
  const letters = firstName.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')
  return (loginType === 'apple' ? 'rider' : letters || 'temp') + String(number)
}

/** From and to (both included) of the random number that goes into the code: 1000 to 9999 at first. */
export const referralNumbers = (taken: number): { from: number; to: number } => {
  const digits = 4 + Math.floor(taken / triesPerLength)
  return { from: 10 ** (digits - 1), to: 10 ** digits - 1 }
}
