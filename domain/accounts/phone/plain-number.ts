import { latinDigits } from '../../kit/digits.ts'

/** A phone number as it was typed, in Latin digits, without spaces, brackets, dots and hyphens. */
export const plainNumber = (typed: string): string => latinDigits(typed).replace(/[\s().-]/g, '')
