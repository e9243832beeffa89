import { driveSide, feature } from '@rapideditor/country-coder'

/** Points of one cell are in one country. Cells of 0.01°, about 1 km. */
const CELLS_PER_DEGREE = 100

/** ISO 3166 alpha-2 of the country whose border contains a point; undefined at sea. Degrees × 1e7. */
export type CountryAt = (lat: number, lng: number) => string | undefined

/** Looks each cell up once. */
export const countryFinder = (): CountryAt => {
  const cells = memo((key: string) => {
    const [lng, lat] = key.split(' ').map((part) => (Number(part) + 0.5) / CELLS_PER_DEGREE)
    const territory = feature([lng!, lat!], { level: 'territory' })
    return codeOf(territory) ?? codeOf(feature([lng!, lat!], { level: 'country' }))
  })
  const cellOf = (at: number): number => Math.floor((at / 1e7) * CELLS_PER_DEGREE)
  return (lat, lng) => cells(`${cellOf(lng)} ${cellOf(lat)}`)
}

/** Whether cars drive on the left there. Degrees. */
export const drivesOnLeft = ({ lat, lng }: { readonly lat: number; readonly lng: number }): boolean =>
  driveSide([lng, lat]) === 'left'

/**
 * The code that a text such as `pt` or `UK` means; undefined when it is not a code, such as "Portugal". Looks each text
 * up once.
 */
export const countryCodes = (): ((text: string) => string | undefined) =>
  memo((text) => (/^[a-z]{2}$/i.test(text) ? codeOf(feature(text)) : undefined))

/**
 * A territory with an official code, such as Puerto Rico, has that one; any other, such as Ceuta, the code of its
 * country.
 */
const codeOf = (found: ReturnType<typeof feature>): string | undefined => {
  const place = found?.properties
  return place?.isoStatus === 'official' || place?.level === 'country' ? place.iso1A2 : place?.country
}

const memo = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}
