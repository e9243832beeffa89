import type { Country } from './countries.ts'

/** Letters without accents and case, digits without a plus: what is typed and what it is compared with. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** Countries whose name, code or prefix begins with (or, for names, holds) what was typed; beginnings first. */
export const matchCountries = (countries: readonly Country[], typed: string): readonly Country[] => {
  const wanted = plain(typed).replace(/^\+/, '')
  if (wanted === '') return countries
  const begins = (country: Country) =>
    plain(country.label).startsWith(wanted) || country.prefix.startsWith(wanted) || plain(country.code) === wanted
  return [
    ...countries.filter(begins),
    ...countries.filter((country) => !begins(country) && plain(country.label).includes(wanted)),
  ]
}
