import { fallbackLanguage } from '../../texts/languages.ts'

export interface OperatorCountry {
  /** an English name [places-15] */
  readonly country: string
  /** ISO 3166 alpha-2; empty: no restriction */
  readonly restrictCountry: string
}

/** The code with this English name, whatever the language of the reader. */
export const countryNamed = <Code extends string>(name: string, codes: readonly Code[]): Code | undefined => {
  const names = new Intl.DisplayNames([fallbackLanguage.code], { type: 'region' })
  return codes.find((code) => names.of(code) === name)
}

/**
 * The operator's country among `codes`, for phone numbers without a plus: the one that `country` names, else
 * `restrictCountry`, which limits searches. Undefined where neither is known.
 */
export const phoneCountry = <Code extends string>(
  { country, restrictCountry }: OperatorCountry,
  codes: readonly Code[],
): Code | undefined => countryNamed(country, codes) ?? codes.find((code) => code === restrictCountry.toUpperCase())
