import { latinDigits } from '@remis/domain/kit/digits'
import { numberFormat } from '@remis/domain/kit/kept-formats'

/** How a number is typed in a field. */
export interface NumberStyle {
  /** digits after the point at most */
  readonly decimals: number
  /** of the reader; without it no separator of thousands is recognized */
  readonly locale?: string | undefined
}

/**
 * Parses a typed amount: digits of any supported script, decimal comma or point. Undefined: empty; null: invalid. An
 * amount with more decimals than the field has, or with what looks like the reader's separator of thousands, is
 * invalid: 12.000 may mean twelve thousand [design/web-137].
 */
export const amountIn = (typed: string, { decimals, locale }: NumberStyle): number | null | undefined => {
  const latin = latinDigits(typed.trim())
  if (latin === '') return undefined
  const [, whole, part = ''] = /^(\d{1,12})(?:[.,٫](\d+))?$/.exec(latin) ?? []
  if (whole === undefined || part.length > decimals || hasThousands(latin, locale)) return null
  return Number(`${whole}.${part}`)
}

/** Why `amountIn` takes a typed number for invalid; null: it does not, or nothing of a number is typed. */
export const amountFault = (
  typed: string,
  { decimals, locale }: NumberStyle,
): 'form_thousands' | 'decimal_too_many' | null => {
  const latin = latinDigits(typed.trim())
  if (hasThousands(latin, locale)) return 'form_thousands'
  const [, part = ''] = /^\d+[.,٫](\d+)$/.exec(latin) ?? []
  return part.length > decimals ? 'decimal_too_many' : null
}

/** How a field writes a number: with a comma where the reader's point separates thousands [design/web-137]. */
export const numberText = (value: number, locale: string | undefined): string =>
  separatorOf(locale) === '.' ? String(value).replace('.', ',') : String(value)

/** The reader's separator of thousands. */
const separatorOf = (locale: string | undefined): string | undefined =>
  locale === undefined
    ? undefined
    : numberFormat(locale)
        .formatToParts(1_000_000)
        .find(({ type }) => type === 'group')?.value

const hasThousands = (latin: string, locale: string | undefined): boolean => {
  const separator = separatorOf(locale)
  if (separator === undefined) return false
  // In some languages the separator is a narrow space.
  const groups = latin.replace(/\s/g, ' ').split(separator.replace(/\s/g, ' '))
  const [last = '', ...others] = groups.toReversed()
  return others.length > 0 && last.length === 3 && groups.every((group) => /^\d+$/.test(group))
}
