import type { OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import { AppError } from '@remis/domain/messages/app-error'

/** `fullNumber`, whose code is loaded with the first number. Throws `fetch_call_error` where it cannot be loaded. */
export const readNumber = async (typed: string, operator: OperatorCountry): Promise<string> => {
  const { fullNumber } = await import('./full-number.ts').catch((cause: unknown) => {
    throw new AppError(503, 'fetch_call_error', { cause })
  })
  return fullNumber(typed, operator)
}
