/** Six digits, from 100000 to 999999 [accounts-25]. */
export const isSignInCode = (code: string): boolean => /^[1-9]\d{5}$/.test(code)
